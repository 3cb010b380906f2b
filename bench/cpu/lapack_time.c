/* SPDX-License-Identifier: BSD-3-Clause
 * Times one routine of a library with LAPACK's names: lines "type n nrhs seconds info" on standard output.
 *
 *     lapack_time LIBRARY ROUTINE TYPES UPLO NRHS SECONDS N|FIRST:LAST:STEP...
 *
 * ROUTINE is potrf, potrs, posv, potri or gemm (C = C - A B^H, for the rate that potrf could reach). A
 * sample is one call or, if that is short, calls on several copies of the data, which are then in the
 * cache. Samples are taken for SECONDS, 5 at least, and the median is printed. A process times one
 * library only: idle workers of one threading library spin for a while and slow another's. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef void potrf_call(const char *uplo, const int *n, void *a, const int *lda, int *info, size_t);
typedef void potrs_call(const char *uplo, const int *n, const int *nrhs, void *a, const int *lda, void *b,
                        const int *ldb, int *info, size_t);
typedef void gemm_call(const char *transa, const char *transb, const int *m, const int *n, const int *k,
                       const void *alpha, const void *a, const int *lda, const void *b, const int *ldb,
                       const void *beta, void *c, const int *ldc, size_t, size_t);

enum { LEAST_SAMPLES = 5, MOST_SAMPLES = 999, MOST_COPIES = 256, COPIES_BYTES = 96 << 10 };

enum routine { POTRF, POTRS, POSV, POTRI, GEMM, ROUTINES };

static const char *const routine_names[ROUTINES] = {"potrf", "potrs", "posv", "potri", "gemm"};

struct problem {
    char type, uplo;
    enum routine routine;
    int n, nrhs;
    void *function;
    size_t element, a_bytes, b_bytes;
    char *given_a, *given_b, *a, *b;
    int copies, info;
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void stop(const char *what, const char *name)
{
    fprintf(stderr, "lapack_time: %s %s\n", what, name);
    exit(EXIT_FAILURE);
}

static void *allocate(size_t bytes)
{
    void *memory = NULL;
    if (posix_memalign(&memory, 64, bytes ? bytes : 64))
        stop("out of memory", "");
    return memory;
}

static size_t element_size(char type)
{
    return type == 's' ? 4 : type == 'z' ? 16 : 8;
}

/* Numbers in [-0.5, 0.5), always the same. */
static double next_number(void)
{
    static uint64_t state = 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (double)(int64_t)state * 0x1p-64;
}

static void fill(char type, char *to, size_t count)
{
    const int parts = strchr("cz", type) ? 2 : 1;
    for (size_t i = 0; i < count * (size_t)parts; i++) {
        const double x = next_number();
        if (strchr("sc", type))
            ((float *)to)[i] = (float)x;
        else
            ((double *)to)[i] = x;
    }
}

/* With n on the diagonal a triangle is positive definite as a matrix, and well conditioned as a factor. */
static void set_diagonal(char type, char *a, int n)
{
    const size_t step = ((size_t)n + 1) * element_size(type);
    for (int i = 0; i < n; i++) {
        memset(a + (size_t)i * step, 0, element_size(type));
        if (strchr("sc", type))
            *(float *)(a + (size_t)i * step) = (float)n;
        else
            *(double *)(a + (size_t)i * step) = n;
    }
}

static int has_rhs(const struct problem *p)
{
    return p->routine == POTRS || p->routine == POSV || p->routine == GEMM;
}

static int changes_matrix(const struct problem *p)
{
    return p->routine == POTRF || p->routine == POSV || p->routine == POTRI;
}

static void run_gemm(struct problem *p, const void *a, void *c)
{
    const double minus[] = {-1, 0}, one[] = {1, 0};
    const float minus_f[] = {-1, 0}, one_f[] = {1, 0};
    const int single = strchr("sc", p->type) != NULL;
    ((gemm_call *)p->function)("N", strchr("cz", p->type) ? "C" : "T", &p->n, &p->n, &p->n,
                               single ? (const void *)minus_f : minus, a, &p->n, a, &p->n,
                               single ? (const void *)one_f : one, c, &p->n, 1, 1);
}

/* Only the calls are timed: the smallest take less than 50 ns. */
static void run(struct problem *p)
{
    const int ld = p->n > 1 ? p->n : 1;
    const size_t a_step = changes_matrix(p) ? p->a_bytes : 0;
    char *a = p->a, *b = p->b;
    for (int k = 0; k < p->copies; k++, a += a_step, b += p->b_bytes) {
        if (p->routine == GEMM)
            run_gemm(p, a, b);
        else if (p->routine == POTRS || p->routine == POSV)
            ((potrs_call *)p->function)(&p->uplo, &p->n, &p->nrhs, a, &ld, b, &ld, &p->info, 1);
        else
            ((potrf_call *)p->function)(&p->uplo, &p->n, a, &ld, &p->info, 1);
    }
}

static enum routine routine_of(const char *name)
{
    for (int k = 0; k < ROUTINES; k++)
        if (!strcmp(name, routine_names[k]))
            return (enum routine)k;
    stop("no such routine:", name);
    return ROUTINES;
}

static double sample(struct problem *p)
{
    for (int k = 0; k < p->copies && changes_matrix(p); k++)
        memcpy(p->a + (size_t)k * p->a_bytes, p->given_a, p->a_bytes);
    for (int k = 0; k < p->copies && p->b_bytes; k++)
        memcpy(p->b + (size_t)k * p->b_bytes, p->given_b, p->b_bytes);
    const double start = now();
    run(p);
    return (now() - start) / p->copies;
}

static int by_size(const void *x, const void *y)
{
    const double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

static double measure(struct problem *p, double seconds)
{
    double times[MOST_SAMPLES];
    int count = 0;
    for (int k = 0; k < 3; k++)
        sample(p);
    const double end = now() + seconds;
    while (count < LEAST_SAMPLES || (count < MOST_SAMPLES && now() < end))
        times[count++] = sample(p);
    qsort(times, (size_t)count, sizeof *times, by_size);
    return times[count / 2];
}

static void time_problem(struct problem *p, double seconds)
{
    const size_t n = (size_t)p->n;
    p->element = element_size(p->type);
    p->a_bytes = n * n * p->element;
    p->b_bytes = has_rhs(p) ? n * (size_t)p->nrhs * p->element : 0;
    const size_t changed = (changes_matrix(p) ? p->a_bytes : 0) + p->b_bytes + 1;
    p->copies = changed * MOST_COPIES < COPIES_BYTES ? MOST_COPIES : (int)(COPIES_BYTES / changed);
    p->copies = p->copies > 1 ? p->copies : 1;
    p->given_a = allocate(p->a_bytes);
    p->given_b = allocate(p->b_bytes);
    p->a = changes_matrix(p) ? allocate((size_t)p->copies * p->a_bytes) : p->given_a;
    p->b = allocate((size_t)p->copies * p->b_bytes);
    fill(p->type, p->given_a, n * n);
    set_diagonal(p->type, p->given_a, p->n);
    fill(p->type, p->given_b, p->b_bytes / p->element);
    const double median = measure(p, seconds);
    printf("%c %d %d %.4e %d\n", p->type, p->n, p->nrhs, median, p->info);
    if (fflush(stdout))
        stop("cannot write to", "the standard output");
    free(p->b);
    if (changes_matrix(p))
        free(p->a);
    free(p->given_b);
    free(p->given_a);
}

static void time_range(struct problem *p, int nrhs, const char *range, double seconds)
{
    int first = 0, last = 0, step = 1;
    const int got = sscanf(range, "%d:%d:%d", &first, &last, &step);
    if (got < 1 || first < 0 || step < 1)
        stop("not a size:", range);
    for (int n = first; n <= (got > 1 ? last : first); n += step) {
        p->n = n;
        p->nrhs = p->routine == GEMM ? n : nrhs;
        time_problem(p, seconds);
    }
}

int main(int argc, char **argv)
{
    if (argc < 8)
        stop("needs", "LIBRARY ROUTINE TYPES UPLO NRHS SECONDS N|FIRST:LAST:STEP...");
    void *library = dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL);
    if (!library)
        stop("cannot open", dlerror());
    for (const char *type = argv[3]; *type; type++) {
        char name[16];
        snprintf(name, sizeof name, "%c%.8s_", *type, argv[2]);
        struct problem p = {.type = *type, .uplo = argv[4][0], .routine = routine_of(argv[2])};
        p.function = dlsym(library, name);
        if (!p.function)
            stop("the library has no", name);
        for (int k = 7; k < argc; k++)
            time_range(&p, atoi(argv[5]), argv[k], strtod(argv[6], NULL));
    }
    return 0;
}
