/* SPDX-License-Identifier: BSD-3-Clause
 *
 * One system, from the arguments to the report. solve.c reads and prints, solve.inc solves it in one of
 * the four types. */
#ifndef TILECHOL_COMMAND_SOLVE_H
#define TILECHOL_COMMAND_SOLVE_H

#include "src/command/common.h"
#include "src/command/matrix_market.h"

struct solve_request {
    const char *matrix_path, *rhs_path, *output_path; /* NULL: none */
    int64_t demo_order;                               /* 0: read matrix_path */
    bool demo_ordered;                                /* --demo itself had the order */
    char type;                                        /* 0: d or z, as the matrix is */
    tilechol_uplo uplo;
    int device;
    bool refine, json;
};

struct solve_result {
    int device; /* which did the work */
    double factor_seconds, solve_seconds, refine_seconds;
    long double norm; /* 1-norm of A; a double could overflow */
    double log_determinant, rcond, residual;
};

/* Fails (EXIT_FILE) if a value is finite, but not as it was rounded: too large for the type. Row and column
 * are from 0. */
void solve_check_range(const struct solve_request *request, long double _Complex value,
                       double _Complex rounded, const char *path, int64_t row, int64_t column);

/* Solve A x = b for nrhs columns in one type; x holds b on entry. Fail if it cannot be done. */
void tlc_scommand_solve(const struct solve_request *request, const struct mm_matrix *matrix, int64_t nrhs,
                        double _Complex *x, struct solve_result *result);
void tlc_dcommand_solve(const struct solve_request *request, const struct mm_matrix *matrix, int64_t nrhs,
                        double _Complex *x, struct solve_result *result);
void tlc_ccommand_solve(const struct solve_request *request, const struct mm_matrix *matrix, int64_t nrhs,
                        double _Complex *x, struct solve_result *result);
void tlc_zcommand_solve(const struct solve_request *request, const struct mm_matrix *matrix, int64_t nrhs,
                        double _Complex *x, struct solve_result *result);

#endif
