/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tilechol bench: what is measured, where, and who computes.
 *
 *   problem      one routine, type, triangle and size
 *   place        the memory that holds the data: the host's or a GPU's
 *   contestant   who computes: tilechol, or a peer (a library opened at run time)
 *   measurement  the outcome: the median time, and whether the result is right
 *
 * All contestants get the same data in the same place, warm up alike, and are timed by the same clock
 * around call and synchronisation. What the call overwrites is restored untimed. */
#ifndef TILECHOL_COMMAND_BENCH_H
#define TILECHOL_COMMAND_BENCH_H

#include <stddef.h>
#include "src/command/common.h"

enum routine { POTRF, POTRS, POSV, TRTRS, POTRI, ROUTINES };

enum bench_layout { SINGLE, AS_POINTERS, STRIDED, INTERLEAVED };

struct problem {
    enum routine routine;
    char type, uplo; /* s d c z; L U */
    int64_t n, nrhs; /* nrhs is 0 if the routine has no right-hand sides */
    enum bench_layout layout;
    int64_t batch; /* members; 1 if SINGLE */
};

/* Whether a routine takes right-hand sides, and whether it overwrites its matrix. */
bool routine_has_rhs(enum routine routine);
bool routine_changes_matrix(enum routine routine);
const char *routine_name(enum routine routine);
/* "potrf", "potrf_batched", "potrf_strided", ... */
const char *problem_name(const struct problem *problem);

/* Floating-point operations as LAPACK counts them. */
double problem_flops(const struct problem *problem);

/* ---- data, in one of the four types (bench.inc) ---------------------------------------------- */

/* What check() compares with: v, y = op(v) for the operator op that the routine starts from, and op's
 * norm. */
struct expected {
    void *v, *y;
    double norm;
};

struct type_functions {
    size_t size;
    void (*fill_matrix)(const struct problem *problem, void *a);
    void (*fill_rhs)(const struct problem *problem, void *b);
    struct expected (*expect)(const struct problem *problem, const void *a);
    /* The scaled residual. a: for potrf and potri the result, for the others the matrix that they were
     * given. */
    double (*check)(const struct problem *problem, const struct expected *expected, const void *a,
                    const void *b, const void *x);
    int64_t (*call)(const struct problem *problem, void *a, void *b, const tilechol_options *options);
    /* For a batch; pointers to the members (AS_POINTERS) and info are where the data is. */
    int64_t (*call_batch)(const struct problem *problem, void *a, void *b, void *const *pointers,
                          int32_t *info, const tilechol_options *options);
};
const struct type_functions *type_functions(char type);

/* Bytes of the problem's matrix and right-hand sides. */
size_t matrix_bytes(const struct problem *problem);
size_t rhs_bytes(const struct problem *problem);
size_t member_elements(const struct problem *problem); /* of a matrix */

/* ---- places (place.c) ------------------------------------------------------------------------ */

struct place {
    const char *name;
    bool on_gpu;
    void *(*allocate)(size_t bytes); /* NULL: not enough memory */
    void (*release)(void *memory);
    bool (*copy)(void *to, const void *from, size_t bytes); /* between any two places; synchronous */
    void (*synchronise)(void);
};
const struct place *place_host(void);
/* Page-locked memory of the host, through the runtime library that place_gpu has opened. */
const struct place *place_locked(void);

/* Memory of a GPU through cudart or the HIP runtime, opened at run time; NULL with a reason in *why. */
const struct place *place_gpu(int device, const char **why);

/* Opens the first of the names (NULL-terminated) that dlopen can open, as is or in the vendors' usual
 * folders; NULL with a reason in *why. */
void *open_library(const char *const *names, const char **why);

/* ---- contestants ----------------------------------------------------------------------------- */

struct contestant {
    const char *name;
    void *state;
    /* Allocates workspace, untimed; false if the problem is not possible. May be NULL. */
    bool (*prepare)(struct contestant *self, const struct problem *problem);
    /* Makes the call, which may return before the work is done. */
    void (*run)(struct contestant *self, const struct problem *problem, void *a, void *b);
    /* The info of the last call; untimed. */
    int64_t (*info)(struct contestant *self);
};

/* Peers. Each returns false with a reason in *why if its library cannot be opened. */
bool peer_lapack_open(struct contestant *peer, const char *path, const char **why); /* NULL: OpenBLAS */
bool peer_cuda_open(struct contestant *peer, const struct place *gpu, const char **why);
bool peer_rocm_open(struct contestant *peer, const struct place *gpu, const char **why);

/* What a batched call needs beside its data: kept from call to call, in the data's place. */
struct batch_arrays {
    const struct place *place;
    void **pointers; /* to the matrices, then to the right-hand sides */
    int32_t *info;
    int64_t batch;
    void *a, *b; /* what they point to */
};
/* Makes them fit the problem; false if there is no memory. */
bool batch_arrays_prepare(struct batch_arrays *arrays, const struct problem *problem);
/* Makes them point to the data, unless they do already. */
bool batch_arrays_point(struct batch_arrays *arrays, const struct problem *problem, void *a, void *b);
/* The first info that is not 0. */
int64_t batch_arrays_info(const struct batch_arrays *arrays);

/* tilechol itself, with the options of its calls. */
struct ourselves {
    tilechol_options options;
    int64_t info;
    struct batch_arrays arrays;
};
struct contestant ourselves_contestant(struct ourselves *ourselves);

/* A GPU peer for data on the host: the same calls between copies to and from the GPU. */
void peer_copies_open(struct contestant *peer, const struct place *gpu); /* peer becomes its own wrapper */

/* ---- measuring (measure.c) ------------------------------------------------------------------- */

struct measurement {
    bool done;
    double seconds; /* median */
    double residual;
    int64_t info;
};

struct effort {
    int repetitions, warmups;
};

/* The problem's data in a place. */
struct data {
    const struct problem *problem;
    const struct place *place;
    void *a, *b; /* originals, in the place */
    void *host_a; /* a on the host; a GPU's result is copied there to be checked */
    void *given_b; /* b on the host */
    struct expected expected;
};

/* Fails (EXIT_MEMORY) if the host lacks the memory that data in this place needs there. */
void data_require_memory(const struct problem *problem, const struct place *place);

/* Fails (EXIT_MEMORY) if there is not enough memory for it. */
struct data data_create(const struct problem *problem, const struct place *place);
void data_destroy(struct data *data);
struct measurement measure(struct contestant *contestant, const struct data *data,
                           const struct effort *effort);

/* ---- the command (bench_arguments.c, peer_process.c, bench_report.c) -------------------------- */

#define LIST_LIMIT 1024
#define PEER_LIMIT 4

enum bench_device_kind { ON_CPU, ON_GPU, ON_HOST_FOR_GPU, ON_LOCKED_FOR_GPU };
struct bench_device {
    enum bench_device_kind kind;
    int number;
};

struct bench_request {
    enum routine routine;
    char types[5], uplos[3];
    int64_t n[LIST_LIMIT], nrhs[LIST_LIMIT];
    int n_count, nrhs_count;
    enum bench_layout layout;
    int64_t batch[LIST_LIMIT];
    int batch_count;
    struct bench_device devices[LIST_LIMIT];
    int device_count;
    const char *peers[PEER_LIMIT]; /* as given: "auto", "none", "openblas", "lapack=PATH", ... */
    int peer_count;
    int threads; /* 0: all */
    struct effort effort;
    enum { AS_TABLE, AS_JSON, AS_CSV } format;
    bool tune;
    const char *measure_peer; /* hidden: be the process that measures this CPU peer */
    int argc; /* the command's arguments, for that process */
    char **argv;
};
void bench_parse(int argc, char **argv, struct bench_request *request);

/* Whether a named peer works on GPUs, not on the CPU. */
bool is_gpu_peer(const char *name);

/* The memory of the device's GPU; NULL for the CPU, and for host-gpu without a runtime library, which
 * then only a peer needs. Fails if the GPU cannot be used, or if the library is missing and the data
 * needs it. */
const struct place *find_gpu(const struct bench_device *device);
/* Where a device's data is; what the command calls the device. */
const struct place *place_of(const struct bench_device *device, const struct place *gpu);
const char *device_word(const struct bench_device *device);

/* Measures the numbers of offload/tuning.h and prints rows for it (tune.c). Sorts the request's orders. */
int tune(struct bench_request *request);

/* `tilechol bench batched --tune ...`: this process becomes tilechol-tune-batched (bench/tune), which is
 * beside this program. `arguments` are those after --tune. */
_Noreturn void tune_batched(char **arguments);

/* Number of problems in the request, and the k-th of them. */
int problem_count(const struct bench_request *request);
struct problem problem_at(const struct bench_request *request, int k);

/* One peer's results: a measurement for each problem. */
struct peer_results {
    char name[32];
    bool missing;  /* could not be opened */
    char why[256]; /* why it is missing or has stopped; "" if all went well */
    struct measurement *of;
};

/* Measures a CPU peer ("openblas", "lapack", "lapack=PATH") in a process of its own, so that its threads
 * and ours do not meet. Unless threads = 1, the better of 1 thread and all counts. */
void peer_process_measure(const struct bench_request *request, const char *peer,
                          struct peer_results *results);

/* The main function of such a process. */
int peer_process_main(const struct bench_request *request);

struct bench_report {
    const struct bench_request *request;
    const struct bench_device *device;
    const char *device_name;
    const struct peer_results *peers;
    int peer_count;
    bool continued; /* rows were printed before, of this or another device */
};
void report_begin(struct bench_report *report);
void report_row(struct bench_report *report, const struct problem *problem, const struct measurement *ours,
                int k);
void report_end(struct bench_report *report);

/* Shows on stderr, if that is a terminal, what is being measured; NULL wipes it. */
void progress(const char *who, const struct problem *problem);

/* Right means done, info 0, and a residual below 30 or, if that is larger, sqrt(n): sums of n random
 * rounding errors grow like this. */
bool measurement_right(const struct problem *problem, const struct measurement *measurement);

#endif
