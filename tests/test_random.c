/* SPDX-License-Identifier: BSD-3-Clause
 * Random calls. All of a call is drawn (routine, type, layout, orders, options, places, matrices, what spoils
 * them), by random numbers that its seed alone decides. A call whose results are wrong is described, with the
 * command that repeats it. TEST_SEED is the first call's seed, TEST_CASES the number of calls; a single call
 * is always described. */
#include "tests/batch.h"

#include <math.h>
#include <signal.h>

#if defined(__SANITIZE_ADDRESS__) /* many times the time */
#include <sanitizer/common_interface_defs.h>
enum { CASES = 800 };
#else
enum { CASES = 6000 };
#endif
enum { MOST_MEMBERS = 2000, MOST_PLANTS = 2 };

/* The matrices (check_type.inc), and which of their rows are scaled: ALL scales them alike. */
enum matrix { PLAIN, SPARSE, SPECTRUM, GRAM, KERNEL };
enum grade { EVEN, MIXED, RISING, FALLING, BY_TURNS, ALL };
static const char *const matrix_names[] = {"plain", "sparse", "spectrum", "gram", "kernel"};
static const char *const grade_names[] = {"even", "mixed", "rising", "falling", "by turns", "all"};

/* What is drawn before the numbers. */
struct random_call {
    struct batch_call call; /* its options are the next ones, or NULL */
    tilechol_options options;
    enum place place_b;
    int64_t n; /* of the largest member */
    int64_t orders[MOST_MEMBERS], sides[MOST_MEMBERS];
    int64_t padding, guard; /* members_make */
    enum matrix matrix;
    enum grade grade;
    double within;  /* of triangles: make_triangle */
    int power;      /* rows and columns are scaled by up to 2^power */
    int plants;     /* numbers that spoil a matrix, at most */
    int ladder;     /* some members need a jitter */
    int spoils;     /* a column of some members' B is not finite */
    int shared;     /* all members have the matrix of the first */
    int turned;     /* in complex, factors do not have a real diagonal; what is not used there is NaN */
    int asks_added; /* for jitter_added */
    int twice;      /* the call is repeated and must give the same bits */
};

/* ---- random numbers ---- */

static uint64_t dice; /* state of the case's random numbers */

static double draw_unit(void)
{
    return random_unit(&dice);
}

static int64_t draw(int64_t low, int64_t high)
{
    return low + (int64_t)((draw_unit() + 1) / 2 * (double)(high - low + 1));
}

static int chance(int percent)
{
    return draw(0, 99) < percent;
}

static uint64_t draw_seed(void)
{
    return (uint64_t)draw(0, 1 << 30);
}

/* A multiple of step, up to `most`, or one less or more. */
static int64_t draw_near_multiple(int64_t step, int64_t most)
{
    const int64_t multiple = step * draw(1, most / step);
    return multiple + draw(-1, 1);
}

/* Mostly small, and often next to a multiple of a tile or of a vector. */
static int64_t draw_order(int64_t most)
{
    static const int64_t steps[] = {8, 16, 32, 48, 64, 96};
    const int64_t way = draw(0, 99), step = steps[draw(0, COUNT(steps) - 1)];
    const int64_t n = way < 45   ? draw(0, 40)
                      : way < 70 ? draw_near_multiple(step, 200)
                      : way < 76 ? draw_near_multiple(step, 500)
                      : way < 98 ? draw(0, 170)
                                 : draw(200, 600);
    return n <= most ? n : draw(0, most);
}

static int64_t draw_sides(void)
{
    const int64_t way = draw(0, 99);
    return way < 50   ? draw(0, 5)
           : way < 85 ? draw(0, 40)
           : way < 96 ? draw_near_multiple(16, 64)
                      : draw(65, 200);
}

static int64_t draw_members(void)
{
    const int64_t way = draw(0, 99);
    return way < 2    ? 0
           : way < 40 ? draw(1, 8)
           : way < 75 ? draw(9, 64)
           : way < 97 ? draw(65, 300)
                      : draw(300, 2000);
}

/* ---- calls ---- */

static int is_factorisation(const struct batch_call *c)
{
    return c->routine == POTRF || c->routine == POSV || c->routine == HANDLE;
}

static int is_of_triangle(const struct batch_call *c)
{
    return c->routine == TRTRS || c->routine == TRTRI;
}

static int has_sides(const struct batch_call *c)
{
    return c->routine == POTRS || c->routine == POSV || c->routine == TRTRS || c->routine == HANDLE;
}

static int only_reads_a(const struct batch_call *c)
{
    return c->routine == POTRS || c->routine == TRTRS || (c->routine == POSV && c->layout != ALONE);
}

static void draw_sizes(struct random_call *r)
{
    struct batch_call *c = &r->call;
    const int64_t most = c->layout == ALONE         ? 600
                         : c->layout == INTERLEAVED ? (chance(90) ? 32 : 130)
                         : chance(70)               ? 130
                                                    : 300;
    r->n = draw_order(most);
    c->nrhs = has_sides(c) ? draw_sides() : 0;
    c->batch = c->layout == ALONE ? 1 : draw_members();
    const int64_t room = 100000 / at_least_1(r->n * (r->n + c->nrhs)); /* elements of all members */
    c->batch = c->batch < at_least_1(room) ? c->batch : at_least_1(room);
    for (int64_t m = 0; m < c->batch; m++) {
        r->orders[m] = c->layout != VARIABLE || chance(20) ? r->n : chance(10) ? 0 : draw(0, r->n);
        r->sides[m] = c->nrhs;
    }
    r->padding = chance(50) ? 0 : chance(60) ? draw(1, 5) : -r->n & 15;
    r->guard = 16 + (chance(40) ? 0 : draw(0, 15));
    r->shared = only_reads_a(c) && (c->layout == POINTERS || c->layout == STRIDED) && chance(12);
}

/* Single calls may have A and B in two places. (As many numbers are drawn on a CPU.) */
static void draw_places(struct random_call *r)
{
    struct batch_call *c = &r->call;
    const int on_device = chance(50);
    c->place = (enum place)draw(0, places() - 1);
    r->place_b = c->layout == ALONE ? (enum place)draw(0, places() - 1) : c->place;
    c->arrays_on_device = c->place == PLACE_DEVICE && on_device;
}

static void draw_options(struct random_call *r)
{
    static const int threads[] = {0, 1, 1, 2, 3, 5}, crews[] = {0, 1, 2, 3, 5, 8}, group[] = {0, 1, 2, 3, 16},
                     tiles[] = {0, 1, 2, 4, 8, 16, 32};
    tilechol_options *o = &r->options;
    *o = (tilechol_options)TILECHOL_OPTIONS_DEFAULT;
    o->device = chance(50) ? device_under_test() : TILECHOL_DEVICE_DEFAULT;
    o->threads = threads[draw(0, COUNT(threads) - 1)];
    if (chance(20)) {
        o->crews = crews[draw(0, COUNT(crews) - 1)];
        o->group = group[draw(0, COUNT(group) - 1)];
        o->tiles = tiles[draw(0, COUNT(tiles) - 1)];
    }
}

/* By how much rows may be scaled: a little, much, or so far that pivots are near overflow or underflow. */
static int draw_power(int is_double, int halved)
{
    const int power = (int)(chance(75)   ? draw(1, is_double ? 33 : 15)
                            : chance(60) ? draw(15, is_double ? 180 : 30)
                                         : draw(is_double ? 300 : 40, is_double ? 480 : 50));
    return halved ? (power + 1) / 2 : power;
}

static void draw_matrix(struct random_call *r, int is_double)
{
    static const double within[] = {0, 0, 0, 0.02, 0.3, 1};
    const struct batch_call *c = &r->call;
    const int64_t way = draw(0, 99);
    r->matrix = way < 40                  ? PLAIN
                : way < 55                ? SPARSE
                : way < 70 && r->n <= 200 ? SPECTRUM
                : way < 80 && r->n <= 250 ? GRAM
                                          : KERNEL;
    if (c->routine == POTRI) { /* LAPACK's potri leaves large residuals, too, if the condition is bad */
        r->matrix = way < 80 ? PLAIN : SPARSE;
    }
    r->grade = chance(45) ? (enum grade)draw(MIXED, ALL) : EVEN;
    r->power = r->grade ? draw_power(is_double, is_of_triangle(c)) : 0;
    r->within = within[draw(0, r->n > 250 ? 4 : 5)];
    r->plants = chance(25) ? (int)draw(1, MOST_PLANTS) : 0;
    r->spoils = chance(10);
    r->turned = chance(30);
    r->twice = chance(33);
}

/* Jitter for all, or a ladder for members that fail without. Single calls ignore jitter_tries and
 * jitter_added; calls that do not factor ignore the jitter, too. */
static void draw_jitter(struct random_call *r)
{
    tilechol_options *o = &r->options;
    const struct batch_call *c = &r->call;
    r->ladder = c->layout != ALONE && is_factorisation(c) && chance(25);
    r->asks_added = r->ladder || chance(15);
    if (r->ladder) {
        r->grade = EVEN;
        r->power = 0;
        r->matrix = chance(50) ? PLAIN : SPARSE;
        o->jitter = ldexp(1, (int)draw(-4, 3));
        o->jitter_tries = chance(90) || r->n > 24 ? (int)draw(1, 5) : 1000;
    } else if (chance(20)) { /* about as large as the smallest elements of the diagonal */
        o->jitter = ldexp((double)(float)(1 + 0.9 * draw_unit()), -2 * abs(r->power));
        o->jitter_tries = is_factorisation(c) && c->layout != ALONE ? 0 : (int)draw(0, 3);
    }
    r->call.options = o->jitter == 0 && !r->asks_added && chance(30) ? NULL : o;
}

static void draw_call(struct random_call *r, int is_double)
{
    struct batch_call *c = &r->call;
    memset(r, 0, sizeof(*r));
    c->layout = chance(45) ? ALONE : (enum layout)draw(POINTERS, INTERLEAVED);
    c->routine = (enum routine)draw(POTRF, c->layout == ALONE ? HANDLE : TRTRS);
    c->uplo = both_uplo[draw(0, 1)];
    c->trans = c->routine == TRTRS ? all_trans[draw(0, 2)] : TILECHOL_NO_TRANS;
    c->diag = is_of_triangle(c) && chance(35) ? TILECHOL_UNIT : TILECHOL_NON_UNIT;
    draw_sizes(r);
    draw_places(r);
    draw_options(r);
    draw_matrix(r, is_double);
    draw_jitter(r);
}

/* The powers of two by which n rows are scaled. */
static void draw_powers(const struct random_call *r, int64_t n, int *powers)
{
    const int power = r->power;
    for (int64_t i = 0; i < n; i++) {
        const int rising = n > 1 ? (int)(2 * power * i / (n - 1)) - power : power;
        powers[i] = r->grade == EVEN       ? 0
                    : r->grade == MIXED    ? (int)draw(-power, power)
                    : r->grade == RISING   ? rising
                    : r->grade == FALLING  ? -rising
                    : r->grade == BY_TURNS ? (i % 2 ? power : -power)
                                           : (n % 2 ? power : -power);
    }
}

/* ---- what a case is ---- */

static char text[2000];

static void say(const char *format, ...)
{
    const size_t at = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + at, sizeof(text) - at, format, arguments);
    va_end(arguments);
}

static void describe_random(const struct random_call *r, char type)
{
    const struct batch_call *c = &r->call;
    const tilechol_options *o = &r->options;
    text[0] = 0;
    say("%c%s%s uplo=%c op=%c%s n=%lld nrhs=%lld batch=%lld, padding %lld, guards %lld", type,
        routine_names[c->routine], layout_names[c->layout], uplo_char(c->uplo),
        "NTC"[c->trans - TILECHOL_NO_TRANS], c -> diag == TILECHOL_UNIT ? " unit" : "", (long long)r->n,
        (long long)c->nrhs, (long long)c->batch, (long long)r->padding, (long long)r->guard);
    say("; A in %s memory%s, B in %s memory%s", place_name(c->place), r->shared ? ", shared" : "",
        place_name(r->place_b), c->arrays_on_device ? ", arrays on the device" : "");
    say("; %s matrix, triangles with blocks of %g, scaled %s by 2^%d%s%s", matrix_names[r->matrix], r->within,
        grade_names[r->grade], r->power, r->turned ? ", turned" : "", r->spoils ? ", B spoiled" : "");
    say("; %s: jitter %g, tries %d%s, device %d, threads %d, crews %d, group %d, tiles %d",
        c->options ? "options" : "no options", o->jitter, o->jitter_tries, r->asks_added ? " told" : "",
        o->device, o->threads, o->crews, o->group, o->tiles);
}

/* What a ladder adds to a matrix that needs more than `need` (all that have a factor: -1), as tilechol.h
 * says; without a ladder all get the jitter. */
static double jitter_for(const tilechol_options *o, int ladder, double need, double most)
{
    double jitter = ladder ? 0 : o->jitter;
    for (int try = 0; ladder && try < o->jitter_tries && jitter <= need; try++) {
        const double next = try ? 10 * jitter : o->jitter;
        if (next > most) {
            break;
        }
        jitter = next;
    }
    return jitter;
}

/* Whether there is work for a device. */
static int has_work(const struct random_call *r)
{
    int64_t largest = 0;
    for (int64_t m = 0; m < r->call.batch; m++) {
        largest = r->orders[m] > largest ? r->orders[m] : largest;
    }
    return largest > 0 && (r->call.nrhs > 0 || !has_sides(&r->call));
}

static uint64_t first, seed; /* of the first call and of the present one */

/* Errors as LAPACK's tests measure them, and of single elements (worst_factor, worst_solve): the largest of
 * all calls, with the call's seed, which the test prints; and the limits. Of elements 60 000 calls left at most
 * 1.4 on a CPU; on an H200, which cuts FP32's products, 6.2. */
enum error { NORM, ELEMENT, ERRORS };
static double largest[ERRORS];
static uint64_t largest_in[ERRORS];

static double error_limit(enum error error)
{
    return error == NORM ? THRESHOLD : device_under_test() < 0 ? 6 : 15;
}

static void judge(double ratio, enum error error, const char *what, int64_t m)
{
    if (ratio > largest[error]) {
        largest[error] = ratio;
        largest_in[error] = seed;
    }
    CHECK(ratio < error_limit(error), "member %lld: %s: ratio %g", (long long)m, what, ratio);
}

/* Whether a matrix of order n alone may keep a factor's first `head` columns if pivot `info` fails: for
 * potrf and posv tilechol.h says which orders have other blocks than tiles, and that a GPU works on some
 * small matrices as on batches of one, unless options prescribe another way. */
static int is_head(const struct batch_call *c, int64_t n, int64_t head, int64_t info, int type_index)
{
    enum { FINE_NB = 48, FINE_FROM = 192, FINE_FROM_C = 128, BATCH_MOST = 176, BATCH_MOST_POSV = 256, C = 2 };
    const tilechol_options *o = c->options;
    const int64_t nb = tile_under_test(type_index), before = info - 1;
    const int on_gpu = device_under_test() >= 0, is_free = !o || (!o->crews && !o->group && !o->tiles),
              as_batch = on_gpu && is_free && n <= (c->routine == POSV ? BATCH_MOST_POSV : BATCH_MOST),
              fine = !on_gpu && n >= (type_index == C ? FINE_FROM_C : FINE_FROM);
    return head == before / nb * nb || (as_batch && head == 0) ||
           (fine && head == before / FINE_NB * FINE_NB);
}

#define TEMPLATE "tests/test_random.inc"
#include "src/types/each_type.h"

/* ---- the program ---- */

static int finished;

static uint64_t number_from(const char *name, uint64_t otherwise)
{
    const char *value = getenv(name);
    if (!value) {
        return otherwise;
    }
    char *end;
    const uint64_t number = strtoull(value, &end, 0);
    CHECK(end != value && !*end, "%s=%s is no number", name, value);
    return number;
}

static void random_calls(void **state)
{
    (void)state;
    static struct random_call r;
    void (*const run[4])(const struct random_call *) = {tlc_srandom_run, tlc_drandom_run, tlc_crandom_run,
                                                        tlc_zrandom_run};
    const uint64_t cases = number_from("TEST_CASES", CASES);
    CHECK(cases > 0, "no calls");
    first = number_from("TEST_SEED", 1);
    for (seed = first; seed - first < cases; seed++) {
        dice = 0x9E3779B97F4A7C15u * (seed + 1);
        const int type = (int)draw(0, 3);
        draw_call(&r, type % 2);
        describe_random(&r, "sdcz"[type]);
        run[type](&r);
    }
    finished = 1;
    if (cases == 1) {
        print_message("%s\n", text);
    }
    print_message("largest errors: %.2g of %g (TEST_SEED=%llu), of single elements %.2g of %g (%llu)\n",
                  largest[NORM], error_limit(NORM), (unsigned long long)largest_in[NORM], largest[ELEMENT],
                  error_limit(ELEMENT), (unsigned long long)largest_in[ELEMENT]);
}

static void tell_unfinished(void)
{
    const char *device = getenv("TILECHOL_DEVICE"), *level = getenv("TILECHOL_CPU");
    if (finished || !*text) {
        return;
    }
    fprintf(stderr, "In %s\nIt alone: TILECHOL_DEVICE=%s %s%s TEST_SEED=%llu TEST_CASES=1 test_random\n",
            text, device ? device : "", level ? "TILECHOL_CPU=" : "", level ? level : "",
            (unsigned long long)seed);
    fprintf(stderr, "With those before it: TEST_SEED=%llu TEST_CASES=%llu\n", (unsigned long long)first,
            (unsigned long long)(seed - first + 1));
}

static void tell_at_abort(int number)
{
    (void)number;
    tell_unfinished();
}

/* However the program ends: by exit, abort, a crash, which cmocka catches, or a sanitizer. */
int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_calls)};
    if (atexit(tell_unfinished) || signal(SIGABRT, tell_at_abort) == SIG_ERR) {
        return EXIT_FAILURE;
    }
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_set_death_callback(tell_unfinished);
#endif
    return cmocka_run_group_tests_name("random", tests, check_setup, NULL);
}
