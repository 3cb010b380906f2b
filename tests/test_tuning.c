/* SPDX-License-Identifier: BSD-3-Clause
 * The table of offload/tuning.h: every machine finds a value for everything, and of two rows the
 * more specific one holds. */
#include "tests/check.h"
#include "offload/tuning.h"

static const char *const machines[] = {"x86-64-v2", "x86-64-v3", "x86-64-v4",   "generic",
                                       "GPU",       "AMD",       "NVIDIA H200", ""};
static const char *const routines[] = {"", "potrf", "potrs", "potri", "trtrs", "trtri", "posv", "unknown"};

static void every_machine_has_values(void **state)
{
    (void)state;
    for (int what = 0; what < TLC_TUNED_KINDS; what++) {
        for (int e = 0; e < COUNT(machines) * COUNT(routines) * 4; e++) {
            const char *machine = machines[e / 4 / COUNT(routines)],
                       *routine = routines[e / 4 % COUNT(routines)];
            for (int64_t n = 0; n <= (int64_t)1 << 30; n = 2 * n + 1) {
                const double value =
                    tlc_tuned_value((enum tlc_tuned)what, machine, routine, "sdcz"[e % 4], n);
                CHECK(value >= 1, "number %d, %s, %s, type %c, n=%lld: %g", what, machine, routine,
                      "sdcz"[e % 4], (long long)n, value);
            }
        }
    }
}

/* A row, or a type of it, that no machine finds is a mistake. */
static void every_row_counts(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT(tlc_tuned_rows); i++) {
        const struct tlc_tuned_row *row = &tlc_tuned_rows[i];
        for (const char *type = row->types; *type; type++) {
            int counts = 0;
            for (int e = 0; e < COUNT(machines) * COUNT(routines); e++)
                counts += tlc_tuned_row(row->what, machines[e / COUNT(routines)],
                                        routines[e % COUNT(routines)], *type, row->n) == row;
            CHECK(counts > 0, "row %d (%s, %s, %c, n=%lld) holds for no machine", i, row->machine,
                  row->routine, *type, (long long)row->n);
        }
    }
}

static void rows_hold(void **state)
{
    (void)state;
    const struct tlc_tuned_row row = {TLC_CREWS, "NVIDIA H", "potrf", "dz", 64, 3};
    CHECK(tlc_tuned_holds(&row, "NVIDIA H200", "potrf", 'z'), "a row does not hold for what it says");
    CHECK(!tlc_tuned_holds(&row, "NVIDIA A100", "potrf", 'z'), "a row holds for another machine");
    CHECK(!tlc_tuned_holds(&row, "NVIDIA ", "potrf", 'z'), "a row holds for a shorter name");
    CHECK(!tlc_tuned_holds(&row, "NVIDIA H200", "potrs", 'z'), "a row holds for another routine");
    CHECK(!tlc_tuned_holds(&row, "NVIDIA H200", "potrf", 's'), "a row holds for another type");
}

static void rows_are_ordered(void **state)
{
    (void)state;
    /* each is more specific than those before it */
    const struct tlc_tuned_row rows[] = {
        {TLC_GROUP, "", "", "d", 0, 1},           {TLC_GROUP, "", "", "d", 512, 1},
        {TLC_GROUP, "", "potrf", "d", 0, 1},      {TLC_GROUP, "", "potrf", "d", 8, 1},
        {TLC_GROUP, "NVIDIA", "", "d", 0, 1},     {TLC_GROUP, "NVIDIA", "", "d", 2, 1},
        {TLC_GROUP, "NVIDIA", "potrf", "d", 0, 1}};
    for (int i = 0; i < COUNT(rows); i++) {
        for (int j = 0; j < i; j++) {
            CHECK(tlc_tuned_before(&rows[j], &rows[i]), "row %d is not before row %d", j, i);
            CHECK(!tlc_tuned_before(&rows[i], &rows[j]), "row %d is before row %d", i, j);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_machine_has_values),
                                       cmocka_unit_test(every_row_counts), cmocka_unit_test(rows_hold),
                                       cmocka_unit_test(rows_are_ordered)};
    return cmocka_run_group_tests_name("tuning", tests, NULL, NULL);
}
