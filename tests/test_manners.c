/* SPDX-License-Identifier: BSD-3-Clause
 * Manners in a host program: how many threads the library takes under OpenMP's variables and an affinity
 * mask, in parallel regions of each installed OpenMP run-time, beside other calls and after a fork; and that
 * it prints nothing. Each case is a process of its own: this program, run again with the case's name. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "offload/tuning.h"
#include "src/storage.h"
#include "src/threads.h"
#include "tests/check.h"

/* threads.c needs this function, which the library does not export. */
double tlc_number(enum tlc_tuned what);
double tlc_number(enum tlc_tuned what)
{
    return tlc_tuned_value(what, "", "", 'd', 0);
}

enum { N = 400, LONG_N = 3000, TEAM = 3 }; /* enough work for threads */

/* ---- a case, in its process: exits with the number of threads the process has then ------------- */

static int count_threads(void)
{
    DIR *tasks = opendir("/proc/self/task");
    int count = -2; /* . and .. */
    while (tasks && readdir(tasks)) {
        count++;
    }
    closedir(tasks);
    return count;
}

/* Factors a matrix; exits if that goes wrong. */
static void factor_n(int n, int threads)
{
    tilechol_options options = TILECHOL_OPTIONS_DEFAULT;
    double *a = allocate((size_t)n * (size_t)n * sizeof(double));
    options.device = TILECHOL_DEVICE_CPU;
    options.threads = threads;
    for (int i = 0; i < n * n; i++) {
        a[i] = i % (n + 1) ? 0.5 : n;
    }
    if (tilechol_dpotrf(TILECHOL_LOWER, n, a, n, &options) || !(a[n * n - 1] > 0)) {
        _exit(100);
    }
    free(a);
}

static void factor(int threads)
{
    factor_n(N, threads);
}

static int case_plain(void)
{
    factor(0);
    return count_threads();
}

static int case_asked(void)
{
    factor(TEAM);
    return count_threads();
}

static int case_bound(void)
{
    cpu_set_t first;
    CPU_ZERO(&first);
    for (int cpu = 0; cpu < CPU_SETSIZE && !CPU_COUNT(&first); cpu++) {
        CPU_SET(cpu, &first);
        if (sched_setaffinity(0, sizeof first, &first)) {
            CPU_ZERO(&first);
        }
    }
    factor(0);
    return count_threads();
}

static void region_body(void *unused)
{
    (void)unused;
    factor(0);
}

/* In a parallel region of that run-time. Each run-time has GCC's entry point. */
static int case_region(const char *runtime)
{
    void *library = dlopen(runtime, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        return 77;
    }
    typedef void parallel_call(void (*body)(void *), void *data, unsigned threads, unsigned flags);
    parallel_call *parallel = (parallel_call *)dlsym(library, "GOMP_parallel");
    parallel(region_body, NULL, TEAM, 0);
    return count_threads();
}

/* A thread of the program, whose call asks for `asks` threads (0: for none), and how
 * many there are at its end. */
struct caller {
    int asks, threads;
    int done;
};

static void *long_caller(void *caller)
{
    struct caller *c = caller;
    factor_n(LONG_N, c->asks);
    __atomic_store_n(&c->done, 1, __ATOMIC_RELAXED);
    return NULL;
}

static void *short_caller(void *caller)
{
    struct caller *c = caller;
    factor(c->asks);
    c->threads = count_threads();
    return NULL;
}

/* One thread makes a long call, which has its team; another one makes a short call meanwhile. */
static int callers(int first_asks, int second_asks)
{
    struct caller first = {.asks = first_asks}, second = {.asks = second_asks};
    pthread_t first_thread, second_thread;
    pthread_create(&first_thread, NULL, long_caller, &first);
    while (!__atomic_load_n(&first.done, __ATOMIC_RELAXED) && count_threads() <= 2) {
        usleep(100);
    }
    pthread_create(&second_thread, NULL, short_caller, &second);
    pthread_join(second_thread, NULL);
    const int too_short = __atomic_load_n(&first.done, __ATOMIC_RELAXED);
    pthread_join(first_thread, NULL);
    return too_short ? 104 : second.threads;
}

static int case_callers(void)
{
    return callers(0, 0);
}

static int case_first_asks(void)
{
    return callers(2, 0);
}

static int case_second_asks(void)
{
    return callers(0, 2);
}

static int case_both_ask(void)
{
    return callers(2, 2);
}

/* The team of a thread that has ended ends a little later; LLVM's run-time keeps it. */
static void wait_for_team(void)
{
    for (int k = 0; k < 100 && count_threads() > 1; k++) {
        usleep(1000);
    }
}

/* A call after those of another thread, which has ended: how many threads there are, or `failure` if the
 * other thread's info was not `wanted`. */
static int after(void *(*caller)(void *info), int64_t wanted, int failure)
{
    pthread_t thread;
    int64_t info = 0;
    pthread_create(&thread, NULL, caller, &info);
    pthread_join(thread, NULL);
    wait_for_team();
    factor(0);
    return info == wanted ? count_threads() : failure;
}

/* Calls with a factor that ask for threads. They ask for no more than the call after them has, since
 * LLVM's run-time keeps the threads of callers that have ended. */
static void *refining_caller(void *info)
{
    static double a[N * N], b[N], x[N];
    tilechol_options options = TILECHOL_OPTIONS_DEFAULT;
    tilechol_dfactor *f = NULL;
    options.threads = 2;
    for (int i = 0; i < N; i++) {
        a[i * (N + 1)] = b[i] = 1;
    }
    int64_t *result = info;
    *result = tilechol_dfactor_create(TILECHOL_LOWER, N, a, N, &options, &f);
    if (*result == 0) {
        *result = tilechol_dfactor_refine(f, TILECHOL_LOWER, a, N, 1, b, N, x, N, NULL);
    }
    tilechol_dfactor_destroy(f);
    return NULL;
}

static int case_refined(void)
{
    return after(refining_caller, 0, 106);
}

static void *creating_caller(void *factor)
{
    static double a[N * N];
    tilechol_options options = TILECHOL_OPTIONS_DEFAULT;
    options.threads = TEAM;
    for (int i = 0; i < N; i++) {
        a[i * (N + 1)] = 1;
    }
    tilechol_dfactor_create(TILECHOL_LOWER, N, a, N, &options, factor);
    return NULL;
}

/* A solve has as many threads as were asked for when the factor was made, on another thread. */
static int case_solved(void)
{
    static double b[N * N];
    tilechol_dfactor *factor = NULL;
    pthread_t thread;
    pthread_create(&thread, NULL, creating_caller, &factor);
    pthread_join(thread, NULL);
    wait_for_team();
    const int64_t info = tilechol_dfactor_solve(factor, N, b, N);
    tilechol_dfactor_destroy(factor);
    return info ? 109 : count_threads();
}

static int case_units(void)
{
    tilechol_device_info info;
    return tilechol_get_device_info(TILECHOL_DEVICE_CPU, &info) ? 107 : info.units;
}

/* A batch, whose threads are decided on twice. */
static void *batch_caller(void *info)
{
    enum { ORDER = 30, MEMBERS = 2000 };
    double *a = allocate(sizeof *a * ORDER * ORDER * MEMBERS);
    int32_t infos[MEMBERS];
    for (int k = 0; k < ORDER * ORDER * MEMBERS; k++) {
        a[k] = k % (ORDER * ORDER) % (ORDER + 1) == 0;
    }
    *(int64_t *)info =
        tilechol_dpotrf_strided(TILECHOL_LOWER, ORDER, a, ORDER, ORDER * ORDER, infos, MEMBERS, NULL);
    free(a);
    return NULL;
}

static int case_batch(void)
{
    return after(batch_caller, 0, 108);
}

static void *failing_caller(void *info)
{
    enum { HUGE = 1 << 26 }; /* memory for a copy lacks before anything is read */
    const enum tlc_shape shape = TLC_PACKED_LOWER;
    double a = 1, b = 1;
    const int64_t results[] = {tilechol_lapack_dpotrf("pptrf", shape, HUGE, &a),
                               tilechol_lapack_dpotrs("pptrs", shape, HUGE, 9, &a, &b, HUGE),
                               tilechol_lapack_dposv("ppsv", shape, HUGE, 9, &a, &b, HUGE),
                               tilechol_lapack_dpotri("pptri", shape, HUGE, &a),
                               tilechol_lapack_dtrsm("tfsm", TLC_RFP_LOWER, 0, TILECHOL_NO_TRANS,
                                                     TILECHOL_UNIT, HUGE, 1, &a, &b, HUGE)};
    for (int k = 0; k < COUNT(results); k++) {
        *(int64_t *)info = k == 0 || *(int64_t *)info == results[k] ? results[k] : 0;
    }
    return NULL;
}

/* Calls that have their team fail on another thread, and the thread ends. Such a call used to keep its
 * claim on the process's threads, so that all later calls had one thread. */
static int case_failed(void)
{
    return after(failing_caller, TILECHOL_ERROR_MEMORY, 105);
}

/* How many threads a child may have: one if GCC built the library, since its OpenMP
 * cannot start any there. */
#if defined(__clang__)
enum { CHILD_MOST = TEAM };
#else
enum { CHILD_MOST = 1 };
#endif

/* In a child, after the parent has had threads, and in the parent after that. */
static int case_fork(void)
{
    factor(0);
    const pid_t child = fork();
    if (child == 0) {
        factor(0);
        factor(TEAM);
        _exit(count_threads());
    }
    int status = 0;
    waitpid(child, &status, 0);
    factor(0);
    return WIFEXITED(status) && WEXITSTATUS(status) >= 1 && WEXITSTATUS(status) <= CHILD_MOST
               ? count_threads()
               : 101;
}

/* The program has used OpenMP, and tilechol is first called in the child. */
static int case_first_in_child(void)
{
    int threads = 0;
#pragma omp parallel num_threads(2) reduction(+ : threads)
    threads += 1;
    const pid_t child = fork();
    if (child == 0) {
        alarm(60); /* in case it waits for ever */
        factor(TEAM);
        _exit(count_threads());
    }
    int status = 0;
    waitpid(child, &status, 0);
    return threads > 0 && WIFEXITED(status) && WEXITSTATUS(status) <= CHILD_MOST ? WEXITSTATUS(status) : 101;
}

/* A parent of one thread, as a program has that becomes a daemon. */
static int case_daemon(void)
{
    const pid_t child = fork();
    if (child == 0) {
        factor(TEAM);
        _exit(count_threads());
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 101;
}

static int run_case(const char *name)
{
    if (!strncmp(name, "region=", 7)) {
        return case_region(name + 7);
    }
    static const struct {
        const char *name;
        int (*run)(void);
    } cases[] = {{"plain", case_plain},
                 {"asked", case_asked},
                 {"bound", case_bound},
                 {"failed", case_failed},
                 {"refined", case_refined},
                 {"batch", case_batch},
                 {"solved", case_solved},
                 {"fork", case_fork},
                 {"first_in_child", case_first_in_child},
                 {"daemon", case_daemon},
                 {"units", case_units},
                 {"callers", case_callers},
                 {"first_asks", case_first_asks},
                 {"second_asks", case_second_asks},
                 {"both_ask", case_both_ask}};
    for (int k = 0; k < COUNT(cases); k++) {
        if (!strcmp(name, cases[k].name)) {
            return cases[k].run();
        }
    }
    return 102;
}

/* ---- the tests ------------------------------------------------------------------------------------ */

/* Runs a case with one variable set and returns how many threads there were. Fails if it printed anything. */
static int run(const char *name, const char *variable, const char *value)
{
    char said[512] = "";
    int ends[2], status = 0;
    CHECK(pipe(ends) == 0, "no pipe");
    const pid_t child = fork();
    CHECK(child >= 0, "cannot fork");
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        unsetenv("OMP_NUM_THREADS");
        unsetenv("OMP_THREAD_LIMIT");
        setenv("TILECHOL_DEVICE", "cpu", 1); /* a GPU's driver has threads of its own */
        if (variable) {
            setenv(variable, value, 1);
        }
        execl("/proc/self/exe", "test_manners", name, (char *)NULL);
        _exit(103);
    }
    close(ends[1]);
    const ssize_t length = read(ends[0], said, sizeof said - 1);
    close(ends[0]);
    waitpid(child, &status, 0);
    CHECK(length <= 0, "%s, %s=%s: printed \"%s\"", name, variable ? variable : "", value ? value : "", said);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) < 100, "%s, %s=%s: failed, status %x", name,
          variable ? variable : "", value ? value : "", (unsigned)status);
    return WEXITSTATUS(status);
}

static int processors(void)
{
    cpu_set_t set;
    const int limit = tlc_group_limit("/sys/fs/cgroup", "/proc/self/cgroup");
    const int count = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
    return count < limit ? count : limit;
}

static int at_most(int threads)
{
    const int most = processors();
    return threads < most ? threads : most;
}

static void variables_hold(void **state)
{
    (void)state;
    const struct {
        const char *name, *variable, *value;
        int threads;
    } cases[] = {{"plain", NULL, NULL, at_most(INT_MAX)},
                 {"plain", "OMP_NUM_THREADS", "1", 1},
                 {"plain", "OMP_NUM_THREADS", "2", at_most(2)},
                 {"plain", "OMP_NUM_THREADS", "64", at_most(INT_MAX)},
                 {"plain", "OMP_THREAD_LIMIT", "1", 1},
                 {"plain", "OMP_THREAD_LIMIT", "2", at_most(2)},
                 {"asked", NULL, NULL, TEAM},
                 {"asked", "OMP_THREAD_LIMIT", "2", 2},
                 {"asked", "OMP_NUM_THREADS", "1", TEAM},
#ifndef __SANITIZE_ADDRESS__ /* which ends a program that asks for more memory than there is */
                 {"failed", "OMP_NUM_THREADS", "2", at_most(2)},
#endif
                 {"refined", "OMP_NUM_THREADS", "2", at_most(2)},
                 {"batch", "OMP_NUM_THREADS", "2", at_most(2)},
                 {"solved", "OMP_NUM_THREADS", "1", TEAM},
                 {"units", NULL, NULL, at_most(INT_MAX)},
                 {"units", "OMP_NUM_THREADS", "1", 1},
                 {"units", "OMP_NUM_THREADS", "64", at_most(INT_MAX)},
                 {"bound", NULL, NULL, 1}};
    for (int k = 0; k < COUNT(cases); k++) {
        const int threads = run(cases[k].name, cases[k].variable, cases[k].value);
        CHECK(threads == cases[k].threads, "%s, %s=%s: %d threads, not %d", cases[k].name,
              cases[k].variable ? cases[k].variable : "", cases[k].value ? cases[k].value : "", threads,
              cases[k].threads);
    }
}

static void regions_are_left_alone(void **state)
{
    (void)state;
    static const char *const runtimes[] = {"libgomp.so.1", "libomp.so.5", "libiomp5.so"};
    int tried = 0;
    for (int k = 0; k < COUNT(runtimes); k++) {
        char name[64];
        snprintf(name, sizeof name, "region=%s", runtimes[k]);
        const int threads = run(name, "OMP_NUM_THREADS", "4");
        if (threads == 77) {
            continue; /* it is not installed */
        }
        tried++;
        CHECK(threads >= 1 && threads <= TEAM + 1, "in a region of %s: %d threads, not %d", runtimes[k],
              threads, TEAM);
    }
    CHECK(tried > 0, "no OpenMP run-time was found, though the library has one");
}

/* The first call has its team, the second one only its own thread unless it asks for more. */
static void callers_share(void **state)
{
    (void)state;
    const struct {
        const char *name;
        int threads; /* the main one, two callers and theirs */
    } cases[] = {{"callers", 4}, {"first_asks", 4}, {"second_asks", 5}, {"both_ask", 5}};
    if (at_most(2) < 2) {
        skip();
    }
    for (int k = 0; k < COUNT(cases); k++) {
        const int threads = run(cases[k].name, "OMP_NUM_THREADS", "2");
        CHECK(threads == cases[k].threads, "%s: %d threads, not %d", cases[k].name, threads,
              cases[k].threads);
    }
}

static void forks_are_safe(void **state)
{
    (void)state;
    const int threads = run("fork", "OMP_NUM_THREADS", "2");
    CHECK(threads == at_most(2), "the parent of a forked child: %d threads, not %d", threads, at_most(2));
    run("first_in_child", NULL, NULL);
    const int daemons = run("daemon", NULL, NULL);
    CHECK(daemons == TEAM, "a daemon has %d threads, not the %d that its call asks for", daemons, TEAM);
}

/* More threads than a machine could start are not wished for in earnest. */
static void wishes_are_limited(void **state)
{
    (void)state;
    const int processors = omp_get_num_procs(), most = processors > 256 ? processors : 256;
    CHECK(tlc_threads_for(3, 0) == 3, "3 threads are %d", tlc_threads_for(3, 0));
    CHECK(tlc_threads_for(INT_MAX, 0) == most, "INT_MAX threads are %d", tlc_threads_for(INT_MAX, 0));
}

static void *claim_elsewhere(void *claimed)
{
    *(int *)claimed = tlc_threads_claim();
    tlc_threads_release();
    return NULL;
}

static int other_thread_claims(void)
{
    pthread_t thread;
    int claimed = -1;
    CHECK(pthread_create(&thread, NULL, claim_elsewhere, &claimed) == 0, "no thread");
    pthread_join(thread, NULL);
    return claimed;
}

/* Two threads never have the claim at the same time, and a claim that is given back can be had. */
static void one_claim_at_a_time(void **state)
{
    (void)state;
    CHECK(other_thread_claims() == TLC_CLAIMED, "the first claim fails");
    CHECK(tlc_threads_claim() == TLC_CLAIMED, "a thread's claim fails");
    CHECK(tlc_threads_claim() == TLC_CLAIMED_BEFORE, "its second is not one within the first");
    CHECK(other_thread_claims() == TLC_NOT_CLAIMED, "two threads have a claim");
    tlc_threads_release();
    CHECK(other_thread_claims() == TLC_CLAIMED, "a claim that was given back cannot be had");
}

/* ---- control groups ------------------------------------------------------------------------------- */

static void write_file(const char *root, const char *path, const char *text)
{
    char name[512];
    snprintf(name, sizeof name, "%s/%s", root, path);
    for (char *slash = strchr(name + strlen(root) + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(name, 0700);
        *slash = '/';
    }
    FILE *out = fopen(name, "w");
    CHECK(out && fputs(text, out) >= 0 && fclose(out) == 0, "cannot write %s", name);
}

static void group_limits_hold(void **state)
{
    (void)state;
    const struct {
        const char *groups, *file[4], *text[4];
        int limit;
    } cases[] = {
        {"0::/\n", {"cpu.max"}, {"200000 100000\n"}, 2},
        {"0::/\n", {"cpu.max"}, {"max 100000\n"}, INT_MAX},
        {"0::/\n", {"cpu.max"}, {"250000 100000\n"}, 2},
        {"0::/\n", {"cpu.max"}, {"50000 100000\n"}, 1},
        {"0::/\n", {NULL}, {NULL}, INT_MAX},
        {"0::/a/b\n", {"a/cpu.max", "a/b/cpu.max"}, {"300000 100000\n", "max 100000\n"}, 3},
        {"0::/a/b\n", {"a/cpu.max", "a/b/cpu.max"}, {"300000 100000\n", "100000 100000\n"}, 1},
        {"0::/of/the/host\n", {"cpu.max"}, {"400000 100000\n"}, 4},
        {"4:memory:/m\n2:cpu,cpuacct:/c\n",
         {"cpu,cpuacct/c/cpu.cfs_quota_us", "cpu,cpuacct/c/cpu.cfs_period_us"},
         {"300000\n", "100000\n"},
         3},
        {"2:cpu,cpuacct:/c\n",
         {"cpu/c/cpu.cfs_quota_us", "cpu/c/cpu.cfs_period_us"},
         {"-1\n", "100000\n"},
         INT_MAX},
        {"2:cpuacct,cpu:/host\n",
         {"cpu/cpu.cfs_quota_us", "cpu/cpu.cfs_period_us"},
         {"150000\n", "50000\n"},
         3},
        {"2:cpuset:/c\n",
         {"cpuset/c/cpu.cfs_quota_us", "cpuset/c/cpu.cfs_period_us"},
         {"1\n", "1\n"},
         INT_MAX},
        {"1:cpu:/\n0::/x\n",
         {"unified/x/cpu.max", "cpu/cpu.cfs_quota_us", "cpu/cpu.cfs_period_us"},
         {"500000 100000\n", "600000\n", "100000\n"},
         5},
    };
    for (int k = 0; k < COUNT(cases); k++) {
        char root[] = "/tmp/tilechol_groups_XXXXXX", groups[64], remove[128];
        CHECK(mkdtemp(root), "no folder for the test's files");
        write_file(root, "groups", cases[k].groups);
        for (int f = 0; f < 4 && cases[k].file[f]; f++) {
            write_file(root, cases[k].file[f], cases[k].text[f]);
        }
        snprintf(groups, sizeof groups, "%s/groups", root);
        const int limit = tlc_group_limit(root, groups);
        snprintf(remove, sizeof remove, "rm -r %s", root);
        CHECK(system(remove) == 0, "cannot remove %s", root);
        CHECK(limit == cases[k].limit, "groups, case %d: %d processors, not %d", k, limit, cases[k].limit);
    }
}

/* Leaves no more processors than a matrix of order N has block columns, of which each thread has one. */
static void hold_few_processors(void)
{
    enum { FEW = 6 };
    cpu_set_t all, few;
    CPU_ZERO(&few);
    sched_getaffinity(0, sizeof all, &all);
    for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&few) < FEW; cpu++) {
        if (CPU_ISSET(cpu, &all)) {
            CPU_SET(cpu, &few);
        }
    }
    sched_setaffinity(0, sizeof few, &few);
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        _exit(run_case(argv[1])); /* no leak check: libomp's threads crash LeakSanitizer */
    }
    hold_few_processors();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(variables_hold),      cmocka_unit_test(regions_are_left_alone),
        cmocka_unit_test(callers_share),       cmocka_unit_test(forks_are_safe),
        cmocka_unit_test(one_claim_at_a_time), cmocka_unit_test(group_limits_hold),
        cmocka_unit_test(wishes_are_limited)};
    return cmocka_run_group_tests_name("manners", tests, NULL, NULL);
}
