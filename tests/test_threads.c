/* SPDX-License-Identifier: BSD-3-Clause
 * Concurrent calls: from threads, on one handle, inside an OpenMP parallel region, after a fork. */
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/check.h"

enum { THREADS = 8, SIDES = 6 };
#if defined(__SANITIZE_ADDRESS__) /* ten times the time */
enum { REPETITIONS = 2 };
#else
enum { REPETITIONS = 6 };
#endif

/* A computation with its serial result: run() is 0 if it gives the same bits now. */
struct job {
    int (*run)(const struct job *job, const tilechol_options *options);
    tilechol_uplo uplo;
    int64_t n;
    void *full, *factor, *solution, *inverse; /* n x n, n x n, n x SIDES, n x n */
};

/* Runs body in THREADS threads, each with its number; the sum of what they return. */
static int64_t run_threads(void *(*body)(void *))
{
    pthread_t threads[THREADS];
    int64_t sum = 0;
    for (int t = 0; t < THREADS; t++) {
        CHECK(pthread_create(&threads[t], NULL, body, (void *)(intptr_t)t) == 0, "no thread %d", t);
    }
    for (int t = 0; t < THREADS; t++) {
        void *result;
        pthread_join(threads[t], &result);
        sum += (intptr_t)result;
    }
    return sum;
}

#define TEMPLATE "tests/test_threads.inc"
#include "src/types/each_type.h"

/* Small and large ones of each type, so that calls of different length overlap. */
static int make_jobs(struct job *jobs)
{
    static const int64_t sizes[] = {3, 40, 129, 260, 600};
    int count = 0;
    for (int i = 0; i < COUNT(sizes); i++) {
        jobs[count++] = tlc_smake_job(sizes[i], both_uplo[i % 2]);
        jobs[count++] = tlc_dmake_job(sizes[i], both_uplo[1 - i % 2]);
        jobs[count++] = tlc_cmake_job(sizes[i], both_uplo[i % 2]);
        jobs[count++] = tlc_zmake_job(sizes[i], both_uplo[1 - i % 2]);
    }
    return count;
}

enum { MAX_JOBS = 20 };

static struct job jobs[MAX_JOBS];
static int job_count;

static int make_all_jobs(void **state)
{
    if (check_setup(state)) {
        return -1;
    }
    job_count = make_jobs(jobs);
    return 0;
}

static int free_all_jobs(void **state)
{
    (void)state;
    for (int i = 0; i < job_count; i++) {
        free(jobs[i].full);
        free(jobs[i].factor);
        free(jobs[i].solution);
        free(jobs[i].inverse);
    }
    return 0;
}

/* Every job several times, each thread in another order; the number that went wrong. */
static int run_in_order(int first)
{
    int wrong = 0;
    for (int i = 0; i < REPETITIONS * job_count; i++) {
        const struct job *job = &jobs[(first * 5 + i * 7) % job_count];
        wrong += job->run(job, NULL) != 0;
    }
    return wrong;
}

static void *thread_of_jobs(void *first)
{
    return (void *)(intptr_t)run_in_order((int)(intptr_t)first);
}

static void concurrent_calls(void **state)
{
    (void)state;
    CHECK(run_in_order(0) == 0, "one thread alone differs from itself");
    int64_t wrong = run_threads(thread_of_jobs);
    CHECK(wrong == 0, "%lld of %d concurrent calls differ from the serial result", (long long)wrong,
          THREADS * REPETITIONS * job_count);
}

static void any_number_of_threads(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 5; threads += 2) {
        tilechol_options options = TILECHOL_OPTIONS_DEFAULT;
        options.threads = threads;
        for (int i = 0; i < job_count; i++) {
            int differs = jobs[i].run(&jobs[i], &options);
            CHECK(differs == 0, "%d threads: n=%lld: %d", threads, (long long)jobs[i].n, differs);
        }
    }
}

static void concurrent_release(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        tilechol_release_workspace();
        CHECK(run_in_order(i) == 0, "results differ after tilechol_release_workspace");
    }
}

static void inside_parallel_region(void **state)
{
    (void)state;
    int wrong = 0;
#pragma omp parallel for num_threads(4) reduction(+ : wrong) schedule(dynamic, 1)
    for (int i = 0; i < 8; i++) {
        wrong += run_in_order(i);
    }
    CHECK(wrong == 0, "%d calls inside a parallel region differ from the serial result", wrong);
}

/* Waits for a child at most `seconds` seconds; its exit status, or -1. */
static int wait_for(pid_t child, int seconds)
{
    const struct timespec pause = {0, 20 * 1000 * 1000};
    for (int i = 0; i < seconds * 50; i++) {
        int status;
        if (waitpid(child, &status, WNOHANG) == child) {
            return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        }
        nanosleep(&pause, NULL);
    }
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    return -1;
}

/* The jobs once, on the CPU: a GPU cannot be used on both sides of a fork. The bits are the CPU's only
 * when the CPU is under test; else it is enough that the calls return. */
static int run_on_cpu(void)
{
    tilechol_options options = TILECHOL_OPTIONS_DEFAULT;
    options.device = TILECHOL_DEVICE_CPU;
    int wrong = 0;
    for (int i = 0; i < job_count; i++) {
        int result = jobs[i].run(&jobs[i], &options);
        wrong += result < 0 || (result > 0 && device_under_test() == TILECHOL_DEVICE_CPU);
    }
    return wrong;
}

static void after_fork(void **state)
{
    (void)state;
    CHECK(run_in_order(1) == 0, "the parent's results differ before the fork");
    fflush(NULL);
    pid_t child = fork();
    CHECK(child >= 0, "cannot fork");
    if (child == 0) {
        _exit(run_on_cpu() ? 1 : 0);
    }
    int status = wait_for(child, 60);
    CHECK(status == 0, "the child %s", status < 0 ? "crashed or hung" : "has other results");
    CHECK(run_in_order(2) == 0, "the parent's results differ after the fork");
}

static int busy;

static void *thread_of_releases(void *unused)
{
    (void)unused;
    while (__atomic_load_n(&busy, __ATOMIC_RELAXED)) {
        tilechol_release_workspace();
    }
    return NULL;
}

/* Small matrices outside the main heap, whose location is looked for by the loaded libraries. */
static void *thread_of_calls(void *unused)
{
    (void)unused;
    enum { N = 16 };
    double a[N * N];
    tilechol_options options = TILECHOL_OPTIONS_DEFAULT;
    options.device = TILECHOL_DEVICE_CPU;
    while (__atomic_load_n(&busy, __ATOMIC_RELAXED)) {
        memset(a, 0, sizeof a);
        for (int j = 0; j < N; j++) {
            a[(N + 1) * j] = 1;
        }
        tilechol_dpotrf(TILECHOL_LOWER, N, a, N, &options);
    }
    return NULL;
}

/* A fork while other threads are where workspace is kept, or where the loader is asked for libraries: the
 * child must not wait for them. (It used to hang.) */
static void fork_amid_calls(void **state)
{
    (void)state;
    enum { FORKS = 60, OTHERS = 4 };
    pthread_t threads[OTHERS];
    busy = 1;
    for (int t = 0; t < OTHERS; t++) {
        void *(*body)(void *) = t % 2 ? thread_of_calls : thread_of_releases;
        CHECK(pthread_create(&threads[t], NULL, body, NULL) == 0, "no thread %d", t);
    }
    fflush(NULL);
    int hung = 0;
    for (int i = 0; i < FORKS && !hung; i++) {
        const pid_t child = fork();
        if (child == 0) {
            double a[60 * 60] = {0};
            tilechol_options options = TILECHOL_OPTIONS_DEFAULT;
            options.device = TILECHOL_DEVICE_CPU;
            for (int j = 0; j < 60; j++) {
                a[61 * j] = 1;
            }
            _exit(tilechol_dpotrf(TILECHOL_LOWER, 60, a, 60, &options) != 0);
        }
        hung = child < 0 || wait_for(child, 20) != 0;
    }
    __atomic_store_n(&busy, 0, __ATOMIC_RELAXED);
    for (int t = 0; t < OTHERS; t++) {
        pthread_join(threads[t], NULL);
    }
    CHECK(!hung, "a child crashed or hung");
}

#define TESTS(X) cmocka_unit_test(tlc_##X##one_handle_many_threads)

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(concurrent_calls),
                                       cmocka_unit_test(any_number_of_threads),
                                       TESTS(s),
                                       TESTS(d),
                                       TESTS(c),
                                       TESTS(z),
                                       cmocka_unit_test(concurrent_release),
                                       cmocka_unit_test(inside_parallel_region),
                                       cmocka_unit_test(after_fork),
                                       cmocka_unit_test(fork_amid_calls)};
    return cmocka_run_group_tests_name("threads", tests, make_all_jobs, free_all_jobs);
}
