/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A matrix as engineers have them, without a file: the stiffness matrix of a beam that is 10 x 3 unit
 * bricks in cross-section, as long as the order requires, and clamped at its foot. Each node has three
 * displacements. Those beyond the order are clamped too, so that any order is possible and the matrix
 * stays positive definite. Element matrices are listed as they are; their sum is the stiffness matrix. */
#include "src/command/demo_matrix.h"
#include "src/command/memory.h"

#define NODES_X       11
#define NODES_Y       4
#define LAYER         (3 * NODES_X * NODES_Y) /* unknowns in one layer of nodes */
#define CORNERS       8
#define FREEDOMS      (3 * CORNERS)
#define YOUNG_MODULUS 30e9
#define POISSON_RATIO 0.2

/* Gradients of the eight trilinear shape functions of the unit cube at a point of [-1, 1]^3. */
static void shape_gradients(const double point[3], double gradient[CORNERS][3])
{
    for (int corner = 0; corner < CORNERS; corner++) {
        double factor[3], slope[3];
        for (int d = 0; d < 3; d++) {
            double side = (corner >> d & 1) ? 1 : -1;
            factor[d] = (1 + side * point[d]) / 2;
            slope[d] = side;
        }
        gradient[corner][0] = slope[0] * factor[1] * factor[2];
        gradient[corner][1] = factor[0] * slope[1] * factor[2];
        gradient[corner][2] = factor[0] * factor[1] * slope[2];
    }
}

/* Isotropic elasticity, K(ai, bj) = integral of lambda a,i b,j + mu a,j b,i + mu delta_ij a,k b,k, by
 * 2 x 2 x 2 Gauss points. */
static void element_stiffness(double stiffness[FREEDOMS][FREEDOMS])
{
    const double lambda = YOUNG_MODULUS * POISSON_RATIO / ((1 + POISSON_RATIO) * (1 - 2 * POISSON_RATIO));
    const double mu = YOUNG_MODULUS / (2 * (1 + POISSON_RATIO));
    const double gauss = 0.57735026918962576451;
    double g[CORNERS][3];

    for (int r = 0; r < FREEDOMS; r++)
        for (int c = 0; c < FREEDOMS; c++)
            stiffness[r][c] = 0;
    for (int point = 0; point < 8; point++) {
        double at[3];
        for (int d = 0; d < 3; d++)
            at[d] = (point >> d & 1) ? gauss : -gauss;
        shape_gradients(at, g);
        for (int r = 0; r < FREEDOMS; r++) {
            for (int c = 0; c < FREEDOMS; c++) {
                int a = r / 3, i = r % 3, b = c / 3, j = c % 3;
                double sum = lambda * g[a][i] * g[b][j] + mu * g[a][j] * g[b][i];
                if (i == j)
                    sum += mu * (g[a][0] * g[b][0] + g[a][1] * g[b][1] + g[a][2] * g[b][2]);
                stiffness[r][c] += sum / 8;
            }
        }
    }
}

/* The index of the unknown for displacement i at a corner of element (x, y, z); negative: clamped. */
static int64_t unknown(int64_t x, int64_t y, int64_t z, int corner, int i)
{
    x += corner & 1;
    y += corner >> 1 & 1;
    z += corner >> 2 & 1;
    return (((z - 1) * NODES_Y + y) * NODES_X + x) * 3 + i;
}

static void add_element(struct mm_matrix *matrix, const int64_t index[FREEDOMS],
                        double stiffness[FREEDOMS][FREEDOMS])
{
    for (int r = 0; r < FREEDOMS; r++) {
        for (int c = 0; c < FREEDOMS; c++) {
            if (index[c] < 0 || index[r] < index[c] || index[r] >= matrix->rows)
                continue;
            matrix->row[matrix->count] = index[r];
            matrix->column[matrix->count] = index[c];
            matrix->value[matrix->count++] = stiffness[r][c];
        }
    }
}

struct mm_matrix demo_matrix(int64_t n)
{
    struct mm_matrix matrix = {.symmetry = MM_SYMMETRIC, .rows = n, .columns = n};
    int64_t layers = n / LAYER + (n % LAYER != 0);
    int64_t most = layers * (NODES_X - 1) * (NODES_Y - 1) * (FREEDOMS * (FREEDOMS + 1) / 2);
    double stiffness[FREEDOMS][FREEDOMS];
    int64_t index[FREEDOMS];

    memory_require(memory_size(most, 1, 2 * sizeof(int64_t) + sizeof(double)), "the demonstration matrix");
    matrix.row = memory_allocate((size_t)most * sizeof(int64_t), "the demonstration matrix");
    matrix.column = memory_allocate((size_t)most * sizeof(int64_t), "the demonstration matrix");
    matrix.value = memory_allocate((size_t)most * sizeof(double), "the demonstration matrix");
    element_stiffness(stiffness);
    for (int64_t z = 0; z < layers; z++) {
        for (int64_t y = 0; y < NODES_Y - 1; y++) {
            for (int64_t x = 0; x < NODES_X - 1; x++) {
                for (int r = 0; r < FREEDOMS; r++)
                    index[r] = unknown(x, y, z, r / 3, r % 3);
                add_element(&matrix, index, stiffness);
            }
        }
    }
    return matrix;
}
