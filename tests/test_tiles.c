/* SPDX-License-Identifier: BSD-3-Clause
 * What a host's crew does to one tile, alone: the parts of a back end below its schedule, compiled as
 * for a back end (tests/CMakeLists.txt). And the order of the tiles, which all back ends share. */
#include "tests/test_tiles.h"

/* Pivots that are not positive. */
enum { PIVOT_NEGATIVE, PIVOT_ZERO, PIVOT_NAN, PIVOT_NAN_BELOW, PIVOT_MINUS, PIVOT_KINDS };

static void stand_close(struct tlc_crew *crew)
{
    free(crew->word);
}

/* The index of lower tile (i, j), counted block column by block column. */
static int64_t lower_index(int64_t nt, int64_t i, int64_t j)
{
    int64_t index = 0;
    for (int64_t column = 0; column < j; column++) {
        index += nt - column;
    }
    return index + i - j;
}

static void tiles_are_numbered(void **state)
{
    (void)state;
    for (int64_t nt = 0; nt <= 20; nt++) {
        int64_t next = 0;
        for (int64_t j = 0; j < nt; j++) {
            for (int64_t i = j; i < nt; i++, next++) {
                CHECK(tlc_tile(nt, i, j) == next, "tile (%d, %d) of %d is %d, not %d", (int)i, (int)j,
                      (int)nt, (int)tlc_tile(nt, i, j), (int)next);
            }
        }
        for (int nb = 1; nb < 5; nb++) {
            for (int64_t n = nb * (nt - 1) + 1; nt && n <= nb * nt; n++) {
                CHECK(tlc_blocks(n, nb) == nt, "%d rows in blocks of %d", (int)n, nb);
            }
        }
    }
    const int64_t large = 100000; /* more tiles than 32 bits can count */
    CHECK(tlc_tile(large, large - 1, large - 1) == large * (large + 1) / 2 - 1, "the last of many tiles");
    CHECK(tlc_tile(large, large - 1, large - 9) == lower_index(large, large - 1, large - 9), "one of many");
    CHECK(tlc_blocks(0, 64) == 0 && tlc_blocks(INT64_C(1) << 40, 96) == 11453246123, "blocks of many rows");
}

enum { MOST_TILES = 12 };

/* Fails unless all that tile (i, j) waits for came before. */
static void check_waits(int (*when)[MOST_TILES], int64_t i, int64_t j, const char *where)
{
    for (int64_t k = 0; k < j; k++) {
        CHECK(when[i][k] >= 0 && when[j][k] >= 0, "%s: tile (%d, %d) before column %d", where, (int)i, (int)j,
              (int)k);
    }
    CHECK(i == j || when[j][j] >= 0, "%s: tile (%d, %d) before its diagonal", where, (int)i, (int)j);
}

static void check_order(int64_t nt, int64_t width, const char *where)
{
    int when[MOST_TILES][MOST_TILES];
    struct tlc_cursor at = {0, 0};
    memset(when, -1, sizeof(when));
    for (int64_t task = 0; task < nt * (nt + 1) / 2; task++) {
        int64_t i = -1, j = -1;
        tlc_task_tile(&at, nt, width, task, &i, &j);
        CHECK(0 <= j && j <= i && i < nt, "%s: task %d is tile (%d, %d)", where, (int)task, (int)i, (int)j);
        CHECK(when[i][j] < 0, "%s: tile (%d, %d) again", where, (int)i, (int)j);
        check_waits(when, i, j, where);
        when[i][j] = (int)task;
    }
    /* a crew that sees only every step-th task sees the same tiles */
    for (int64_t step = 1; step <= 9; step++) {
        for (int64_t first = 0; first < step; first++) {
            at = (struct tlc_cursor){0, 0};
            for (int64_t task = first; task < nt * (nt + 1) / 2; task += step) {
                int64_t i = -1, j = -1;
                tlc_task_tile(&at, nt, width, task, &i, &j);
                CHECK(0 <= j && j <= i && i < nt && when[i][j] == task, "%s: task %d, of every %d, differs",
                      where, (int)task, (int)step);
            }
        }
    }
}

static void tasks_are_in_order(void **state)
{
    (void)state;
    for (int nt = 0; nt <= MOST_TILES; nt++) {
        for (int width = 1; width <= 5; width++) {
            char where[60];
            snprintf(where, sizeof(where), "%d block columns in groups of %d", nt, width);
            check_order(nt, width, where);
        }
    }
}

/* The last task of a matrix of more tiles than 32 bits can count. */
static void tasks_are_64_bit(void **state)
{
    (void)state;
    const int64_t nt = 100000, tasks = nt * (nt + 1) / 2;
    for (int width = 1; width <= 5; width++) {
        struct tlc_cursor at = {0, 0};
        int64_t i = -1, j = -1;
        tlc_task_tile(&at, nt, width, tasks - 1, &i, &j);
        CHECK(i == nt - 1 && j == nt - 1, "the last task is tile (%lld, %lld)", (long long)i, (long long)j);
    }
}

/* The tasks that have done tiles (when), and those that have left tiles (i, i - 1) (next, ahead) and (i,
 * i) (corner) to the diagonal's crew. */
struct done {
    int when[MOST_TILES][MOST_TILES], next[MOST_TILES], ahead[MOST_TILES], corner[MOST_TILES];
};

/* Marks a tile as done. It must be new, and what it waits for must be done. */
static void do_tile(struct done *done, int task, int64_t i, int64_t j, const char *where)
{
    CHECK(done->when[i][j] < 0, "%s: tile (%d, %d) again", where, (int)i, (int)j);
    check_waits(done->when, i, j, where);
    done->when[i][j] = task;
}

static void do_diagonal(struct done *done, int task, int64_t i, const char *where)
{
    CHECK(i == 0 || (done->ahead[i] >= 0 && done->corner[i] >= 0), "%s: diagonal tile %d before its sums",
          where, (int)i);
    if (i > 0) {
        do_tile(done, task, i, i - 1, where);
    }
    do_tile(done, task, i, i, where);
}

/* Row i, which may be nt: then the task only waits for diagonal tile i - 2. */
static void do_ahead(struct done *done, int task, int64_t nt, int64_t i, const char *where)
{
    const int64_t j = i - 2;
    CHECK(j < 0 || done->when[j][j] >= 0, "%s: row %d ahead of its diagonal", where, (int)i);
    if (i < nt) {
        if (j >= 0) {
            do_tile(done, task, i, j, where);
        }
        for (int64_t k = 0; k <= j; k++) {
            CHECK(done->when[i - 1][k] >= 0, "%s: row %d before the one above", where, (int)i);
        }
        CHECK(done->next[i] >= 0, "%s: row %d before its first sums", where, (int)i);
        done->ahead[i] = task;
    }
}

static void do_task(struct done *done, int task, enum tlc_task what, int64_t nt, int64_t i, int64_t j,
                    const char *where)
{
    CHECK(i <= (what == TLC_TASK_AHEAD ? nt : nt - 1) && j < nt - (nt > 1), "%s: task %d is (%d, %d)", where,
          task, (int)i, (int)j);
    if (what == TLC_TASK_DIAGONAL) {
        do_diagonal(done, task, i, where);
    } else if (what == TLC_TASK_AHEAD) {
        do_ahead(done, task, nt, i, where);
    } else if (what == TLC_TASK_NEXT) {
        for (int64_t k = 0; k < j - TLC_AHEAD_LAST; k++) {
            CHECK(done->when[i][k] >= 0 && done->when[i - 1][k] >= 0, "%s: sums %d before their rows", where,
                  (int)i);
        }
        done->next[i] = task;
    } else if (what == TLC_TASK_CORNER) {
        for (int64_t k = 0; k <= j; k++) {
            CHECK(done->when[i][k] >= 0, "%s: corner %d before its row", where, (int)i);
        }
        done->corner[i] = task;
    } else {
        do_tile(done, task, i, j, where);
        if (what == TLC_TASK_TWO_ROWS) {
            do_tile(done, task, i + 1, j, where);
        }
    }
}

static void check_rows(int64_t nt, int64_t height, int64_t width, const char *where)
{
    struct done done;
    enum tlc_task seen[MOST_TILES * MOST_TILES * 4], what;
    struct tlc_cursor at = {-1, 0};
    memset(&done, -1, sizeof(done));
    int64_t i, j, task = 0;
    for (; (what = tlc_task_rows(&at, nt, height, width, task, &i, &j)) != TLC_TASK_END; task++) {
        CHECK(task < COUNT(seen), "%s: many tasks", where);
        seen[task] = what;
        if (what != TLC_TASK_NONE) {
            do_task(&done, (int)task, what, nt, i, j, where);
        }
    }
    for (i = 0; i < nt; i++) {
        for (j = 0; j <= i; j++) {
            CHECK(done.when[i][j] >= 0, "%s: tile (%d, %d) is missing", where, (int)i, (int)j);
        }
    }
    /* a crew that sees only every third task sees the same */
    at = (struct tlc_cursor){-1, 0};
    for (int64_t t = 2; t < task; t += 3) {
        CHECK(tlc_task_rows(&at, nt, height, width, t, &i, &j) == seen[t],
              "%s: task %d, of every third, differs", where, (int)t);
    }
}

static void rows_are_in_order(void **state)
{
    (void)state;
    for (int nt = 1; nt <= MOST_TILES; nt++) {
        for (int x = 0; x < 10; x++) {
            char where[60];
            const int height = 1 + x % 2, width = 1 + x / 2;
            snprintf(where, sizeof(where), "%d block columns, %d rows, %d columns", nt, height, width);
            check_rows(nt, height, width, where);
        }
    }
}

enum { MOST_CHAINS = 4 };

/* How far each row's sum has come, and whether its last tasks are done. */
struct strips_done {
    int64_t summed[MOST_TILES][MOST_CHAINS];
    int last[MOST_TILES][MOST_CHAINS];
};

static void do_strip(struct strips_done *done, const struct tlc_strip_task *task, int64_t lasts,
                     int64_t parts, const char *where)
{
    const int64_t row = task->row, each = lasts / parts; /* last tasks with a part's right-hand sides */
    const int last = task->to == row;
    CHECK(0 <= row && row < MOST_TILES && task->chain < (last ? lasts : parts), "%s: no such task", where);
    CHECK(task->from <= task->to && task->to <= row, "%s: columns %d to %d of row %d", where, (int)task->from,
          (int)task->to, (int)row);
    for (int64_t chain = 0; chain < lasts; chain++) {
        if ((last ? chain : chain / each) != task->chain) {
            continue;
        }
        CHECK(done->summed[row][chain] == task->from && !done->last[row][chain], "%s: row %d goes on at %d",
              where, (int)row, (int)task->from);
        for (int64_t k = task->from; k < task->to; k++) {
            CHECK(done->last[k][chain], "%s: column %d of row %d before it is there", where, (int)k,
                  (int)row);
        }
        done->summed[row][chain] = task->to;
        done->last[row][chain] = last;
    }
}

static void strips_are_in_order(void **state)
{
    (void)state;
    for (int nt = 1; nt <= MOST_TILES; nt++) {
        for (int x = 0; x < 18; x++) {
            char where[80];
            struct strips_done done = {{{0}}, {{0}}};
            const int length = 1 + x / 3, lasts = x % 3 ? MOST_CHAINS : 1, parts = x % 3 == 2 ? 2 : 1;
            const int64_t tasks = tlc_strip_tasks(nt, length, lasts, parts);
            snprintf(where, sizeof(where), "%d block rows, parts of %d, %d and %d a row", nt, length, lasts,
                     parts);
            for (int64_t t = 0; t < tasks; t++) {
                const struct tlc_strip_task task = tlc_strip_task(nt, length, lasts, parts, t);
                do_strip(&done, &task, lasts, parts, where);
            }
            for (int row = 0; row < nt; row++) {
                for (int chain = 0; chain < lasts; chain++) {
                    CHECK(done.last[row][chain], "%s: row %d is missing", where, row);
                }
            }
        }
    }
}

#define TEMPLATE "tests/test_tiles.inc"
#include "src/types/each_type.h"

/* The program may be compiled for a higher level than this CPU has. */
static int can_run(void)
{
#if defined(__AVX512F__)
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
#elif defined(__AVX2__)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
#else
    return 1;
#endif
}

#define TESTS(X)                                                                                          \
    cmocka_unit_test(tlc_##X##ukr_is_a_product), cmocka_unit_test(tlc_##X##reciprocals_are_right),        \
        cmocka_unit_test(tlc_##X##offsets_are_64_bit), cmocka_unit_test(tlc_##X##views_are_loaded),       \
        cmocka_unit_test(tlc_##X##views_are_exported), cmocka_unit_test(tlc_##X##null_views_are_loaded),  \
        cmocka_unit_test(tlc_##X##packed_tiles_stay), cmocka_unit_test(tlc_##X##updates_are_products),    \
        cmocka_unit_test(tlc_##X##updates_from_triangles), cmocka_unit_test(tlc_##X##factors_are_right),  \
        cmocka_unit_test(tlc_##X##failing_pivots), cmocka_unit_test(tlc_##X##extreme_pivots),             \
        cmocka_unit_test(tlc_##X##solutions_are_right), cmocka_unit_test(tlc_##X##solutions_are_refined), \
        cmocka_unit_test(tlc_##X##factors_solve)

static const struct CMUnitTest tests[] = {cmocka_unit_test(tiles_are_numbered),
                                          cmocka_unit_test(tasks_are_in_order),
                                          cmocka_unit_test(tasks_are_64_bit),
                                          cmocka_unit_test(rows_are_in_order),
                                          cmocka_unit_test(strips_are_in_order),
                                          TESTS(s),
                                          TESTS(d),
                                          TESTS(c),
                                          TESTS(z)};

int main(void)
{
    enum { SKIPPED = 77 };
    if (!can_run()) {
        return SKIPPED;
    }
    return cmocka_run_group_tests_name("tiles", tests, NULL, NULL);
}
