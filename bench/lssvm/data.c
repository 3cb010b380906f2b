/* SPDX-License-Identifier: BSD-3-Clause
 * Points: read, or made. */
#include "bench/lssvm/lssvm.h"
#include "bench/program.h"

#include <stdio.h>
#include <stdlib.h>

double lssvm_random(uint64_t *state)
{
    uint64_t x = *state += 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return (double)((x ^ (x >> 31)) >> 11) / 9007199254740992.0;
}

static struct lssvm_points points(int64_t count, int64_t features)
{
    struct lssvm_points p = {count, malloc((size_t)(count * features) * sizeof(double)),
                             malloc((size_t)count * sizeof(int))};
    if (!p.x || !p.label)
        fail("no memory for the points", "");
    return p;
}

/* "points features classes", then one line per point: label, features. Every fourth point is held out. */
struct lssvm_data lssvm_read(const char *path)
{
    FILE *f = fopen(path, "r");
    long long count = 0, features = 0, classes = 0;
    if (!f || fscanf(f, "%lld %lld %lld", &count, &features, &classes) != 3 || count < 8 || features < 1 ||
        classes < 2 || classes > MOST_CLASSES)
        fail("not a file of points: ", path);
    struct lssvm_data data = {.features = features, .classes = classes == 2 ? 1 : (int)classes};
    data.test = points(count / 4, features);
    data.train = points(count - count / 4, features);
    for (int64_t i = 0; i < count; ++i) {
        struct lssvm_points *to = i % 4 == 3 ? &data.test : &data.train;
        const int64_t at = i % 4 == 3 ? i / 4 : i - i / 4 - (i % 4 == 3);
        if (fscanf(f, "%d", &to->label[at]) != 1 || to->label[at] < 0 || to->label[at] >= classes)
            fail("a label is wrong in ", path);
        for (int64_t k = 0; k < features; ++k)
            if (fscanf(f, "%lf", &to->x[k * to->count + at]) != 1)
                fail("a feature is missing in ", path);
    }
    fclose(f);
    return data;
}

/* Uniform points in [-1, 1]^features, labelled by their side of a plane; one in fifty is mislabelled. */
static void fill_planes(struct lssvm_points *p, int64_t features, const double *plane, uint64_t *state)
{
    for (int64_t i = 0; i < p->count; ++i) {
        double side = 0;
        for (int64_t f = 0; f < features; ++f) {
            p->x[f * p->count + i] = 2 * lssvm_random(state) - 1;
            side += plane[f] * p->x[f * p->count + i];
        }
        p->label[i] = (side > 0) ^ (lssvm_random(state) < 0.02);
    }
}

struct lssvm_data lssvm_planes(int64_t train, int64_t test, int64_t features, uint64_t seed)
{
    struct lssvm_data data = {.features = features, .classes = 1};
    double *plane = malloc((size_t)features * sizeof *plane);
    if (!plane)
        fail("no memory for the points", "");
    for (int64_t f = 0; f < features; ++f)
        plane[f] = 2 * lssvm_random(&seed) - 1;
    data.train = points(train, features);
    data.test = points(test, features);
    fill_planes(&data.train, features, plane, &seed);
    fill_planes(&data.test, features, plane, &seed);
    free(plane);
    return data;
}

void lssvm_free(struct lssvm_data *data)
{
    free(data->train.x);
    free(data->train.label);
    free(data->test.x);
    free(data->test.label);
}
