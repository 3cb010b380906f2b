/* SPDX-License-Identifier: BSD-3-Clause
 * Calls from a parallel region of the program's own, from eight threads at once, and in forked children
 * after the first call. It is built with gcc -fopenmp, whichever OpenMP run-time the library has. Every
 * factor must be the first one, up to rounding. Prints a line per case; exits with 1 if a factor differs. */
#include <math.h>
#include <omp.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

void dpotrf_(const char *uplo, const int *n, double *a, const int *lda, int *info, size_t length);

enum { N = 300, THREADS = 8, REPETITIONS = 10 };

static double matrix[N * N], factor[N * N];

/* Factors the matrix once more; 0 if the factor is the first one. */
static int differs(void)
{
    const int n = N;
    int info = -1;
    double *a = malloc(sizeof matrix);
    memcpy(a, matrix, sizeof matrix);
    dpotrf_("L", &n, a, &n, &info, 1);
    int wrong = info != 0;
    for (int i = 0; i < N * N; i++) {
        wrong |= !(fabs(a[i] - factor[i]) <= 1e-13);
    }
    free(a);
    return wrong;
}

static void *thread_body(void *unused)
{
    intptr_t wrong = 0;
    (void)unused;
    for (int i = 0; i < REPETITIONS; i++) {
        wrong += differs();
    }
    return (void *)wrong;
}

static int in_parallel_region(void)
{
    int wrong = 0, threads = 0;
#pragma omp parallel num_threads(4) reduction(+ : wrong)
    {
#pragma omp single
        threads = omp_get_num_threads();
        for (int i = 0; i < REPETITIONS; i++) {
            wrong += differs();
        }
    }
    return wrong + (threads != 4);
}

static int in_threads(void)
{
    pthread_t threads[THREADS];
    intptr_t wrong = 0;
    for (int t = 0; t < THREADS; t++) {
        if (pthread_create(&threads[t], NULL, thread_body, NULL)) {
            return 1;
        }
    }
    for (int t = 0; t < THREADS; t++) {
        void *result;
        pthread_join(threads[t], &result);
        wrong += (intptr_t)result;
    }
    return (int)wrong;
}

static int in_child(void)
{
    int status = -1;
    const pid_t child = fork();
    if (child == 0) {
        alarm(60);
        _exit(differs());
    }
    waitpid(child, &status, 0);
    return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

static int report(const char *what, int wrong)
{
    printf("%s %s\n", what, wrong ? "wrong" : "right");
    return wrong;
}

int main(void)
{
    const int n = N;
    int info, wrong = 0;
    alarm(120);
    for (int i = 0; i < N * N; i++) {
        matrix[i] = exp(-abs(i / N - i % N) / 40.0) + (i / N == i % N);
    }
    memcpy(factor, matrix, sizeof matrix);
    dpotrf_("L", &n, factor, &n, &info, 1);
    fflush(stdout);
    wrong += report("child", in_child());
    wrong += report("parallel_region", in_parallel_region());
    wrong += report("threads", in_threads());
    wrong += report("child_again", in_child());
    wrong += report("again", differs());
    return wrong != 0;
}
