/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tilechol solve: A x = b from Matrix Market files, with the numbers that say how well it went. */
#include <argp.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "src/command/demo_matrix.h"
#include "src/command/memory.h"
#include "src/command/solve.h"

/* ---- arguments ------------------------------------------------------------------------------- */

enum { KEY_DEMO = 256, KEY_JSON, KEY_REFINE, KEY_UPLO };

static const struct argp_option option_list[] = {
    {"output", 'o', "X.mtx", 0, "Write the solution there, as a Matrix Market array", 0},
    {"type", 't', "s|d|c|z", 0,
     "Precision: float, double, complex float or complex double (d; z for complex files)", 0},
    {"device", 'd', "cpu|gpu[:K]", 0, "Where to work (default: TILECHOL_DEVICE, else chosen by size)", 0},
    {"uplo", KEY_UPLO, "L|U", 0, "Pass the lower or the upper triangle to the library (L)", 0},
    {"refine", KEY_REFINE, NULL, 0, "Improve the solution by iterative refinement", 0},
    {"demo", KEY_DEMO, "N", OPTION_ARG_OPTIONAL,
     "Solve, without a file, the " DEMO_DESCRIPTION ", of order N (4884)", 0},
    {"json", KEY_JSON, NULL, 0, "Print one JSON object", 0},
    {0}};

static void parse_file(const char *path, struct solve_request *request, struct argp_state *state)
{
    /* --demo 1000: the order as a separate word */
    if (request->demo_order && !request->demo_ordered && !request->matrix_path && state->arg_num == 0 &&
        parse_integer(path, 1, 10000000, &request->demo_order))
        return;
    if (!request->matrix_path && !request->demo_order)
        request->matrix_path = path;
    else if (!request->rhs_path)
        request->rhs_path = path;
    else
        fail(EXIT_USAGE, "solve takes a matrix and a right-hand side; '%s' is one file too many", path);
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct solve_request *request = state->input;
    switch (key) {
    case 'o':
        request->output_path = argument;
        return 0;
    case 't':
        if (strlen(argument) != 1 || !strchr("sdcz", *argument))
            fail(EXIT_USAGE, "--type=%s: the types are s, d, c and z", argument);
        request->type = *argument;
        return 0;
    case 'd':
        if (!parse_device(argument, &request->device))
            fail(EXIT_USAGE, "--device=%s: a device is cpu, gpu or gpu:K", argument);
        return 0;
    case KEY_UPLO:
        if (strlen(argument) != 1 || !strchr("LlUu", *argument))
            fail(EXIT_USAGE, "--uplo=%s: the triangle is L or U", argument);
        request->uplo = strchr("Ll", *argument) ? TILECHOL_LOWER : TILECHOL_UPPER;
        return 0;
    case KEY_REFINE:
        request->refine = true;
        return 0;
    case KEY_DEMO:
        request->demo_order = DEMO_ORDER;
        request->demo_ordered = argument != NULL;
        if (argument && !parse_integer(argument, 1, 10000000, &request->demo_order))
            fail(EXIT_USAGE, "--demo=%s: the order is an integer in 1..10000000", argument);
        return 0;
    case KEY_JSON:
        request->json = true;
        return 0;
    case ARGP_KEY_ARG:
        parse_file(argument, request, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* ---- the system ------------------------------------------------------------------------------ */

/* Fails unless there is room for the dense matrix and its packed factor. */
static void require_memory(const struct solve_request *request, int64_t n)
{
    const size_t size = request->type == 's' ? 4 : request->type == 'z' ? 16 : 8;
    const size_t bytes = memory_size(n, n, size);
    memory_require(bytes > SIZE_MAX / 2 ? SIZE_MAX : bytes + bytes / 2,
                   request->matrix_path ? request->matrix_path : "the demonstration matrix");
}

/* The demonstration matrix is made, and a file's system solved, only if there is room to do so. */
static struct mm_matrix read_matrix(struct solve_request *request)
{
    if (request->demo_order) {
        if (!request->type)
            request->type = 'd';
        require_memory(request, request->demo_order);
        return demo_matrix(request->demo_order);
    }
    struct mm_matrix matrix = mm_read(request->matrix_path);
    if (matrix.rows != matrix.columns)
        fail(EXIT_SHAPE, "%s: not square: %lld rows and %lld columns", request->matrix_path,
             (long long)matrix.rows, (long long)matrix.columns);
    if (matrix.is_complex && matrix.symmetry == MM_SYMMETRIC)
        fail(EXIT_SHAPE, "%s: a complex symmetric matrix is not positive definite; it must be Hermitian",
             request->matrix_path);
    if (!request->type)
        request->type = matrix.is_complex ? 'z' : 'd';
    if (matrix.is_complex && strchr("sd", request->type))
        fail(EXIT_USAGE, "%s: a complex matrix needs --type=c or --type=z", request->matrix_path);
    require_memory(request, matrix.rows);
    return matrix;
}

void solve_check_range(const struct solve_request *request, long double _Complex value,
                       double _Complex rounded, const char *path, int64_t row, int64_t column)
{
    if (isfinite(creall(value)) && isfinite(cimagl(value)) &&
        !(isfinite(creal(rounded)) && isfinite(cimag(rounded))))
        fail(EXIT_FILE, "%s: element (%lld, %lld) is too large for --type=%c", path, (long long)row + 1,
             (long long)column + 1, request->type);
}

/* The right-hand side from its file, else A times ones. */
static double _Complex *make_rhs(const struct solve_request *request, const struct mm_matrix *matrix,
                                 int64_t *nrhs)
{
    const char *path = request->rhs_path;
    if (!path) {
        *nrhs = 1;
        size_t n = (size_t)matrix->rows;
        double _Complex *b = memory_allocate(n * sizeof *b, "the right-hand side");
        long double _Complex *sum = memory_allocate(n * sizeof *sum, "the right-hand side");
        for (size_t i = 0; i < n; i++)
            b[i] = 1;
        mm_multiply(matrix, b, sum);
        for (size_t i = 0; i < n; i++) {
            b[i] = (double _Complex)sum[i];
            solve_check_range(request, sum[i], b[i], "A times a vector of ones", (int64_t)i, 0);
        }
        free(sum);
        return b;
    }
    struct mm_matrix rhs = mm_read(path);
    if (rhs.rows != matrix->rows)
        fail(EXIT_SHAPE, "%s: has %lld rows, but the matrix has %lld", path, (long long)rhs.rows,
             (long long)matrix->rows);
    if (rhs.symmetry != MM_GENERAL)
        fail(EXIT_FILE, "%s: a right-hand side must be declared general", path);
    if (rhs.is_complex && strchr("sd", request->type))
        fail(EXIT_USAGE, "%s: a complex right-hand side needs --type=c or --type=z", path);
    *nrhs = rhs.columns;
    size_t bytes = memory_size(rhs.rows, rhs.columns, sizeof(double _Complex));
    memory_require(bytes, path);
    double _Complex *b = memory_allocate_zeroed(bytes, path);
    for (struct mm_entry e = mm_first(); mm_next(&rhs, &e);) {
        double _Complex *to = b + e.row + e.column * rhs.rows;
        const long double _Complex before = *to, sum = before + e.value;
        *to = (double _Complex)sum;
        solve_check_range(request, sum, *to, path, e.row, e.column);
    }
    mm_free(&rhs);
    return b;
}

/* ||b - A x|| / (||A|| ||x|| + ||b||) in units of the rounding error, for the worst column; 1-norms. A
 * and b are the file's, even if the work was done in lower precision. */
static double scaled_residual(const struct mm_matrix *matrix, long double norm, double epsilon, int64_t nrhs,
                              const double _Complex *b, const double _Complex *x)
{
    const size_t n = (size_t)matrix->rows;
    long double _Complex *product = memory_allocate(n * sizeof *product, "the residual");
    double worst = 0;
    for (size_t j = 0; j < (size_t)nrhs; j++) {
        long double r = 0, norm_x = 0, norm_b = 0;
        mm_multiply(matrix, x + j * n, product);
        for (size_t i = 0; i < n; i++) {
            r += cabsl(b[i + j * n] - product[i]);
            norm_x += cabsl(x[i + j * n]);
            norm_b += cabsl(b[i + j * n]);
        }
        const long double scale = norm * norm_x + norm_b; /* an infinite one would make any r look small */
        double scaled = !isfinite(scale) ? NAN : r == 0 ? 0 : (double)(r / scale) / epsilon;
        worst = larger(worst, scaled);
    }
    free(product);
    return worst;
}

/* ---- the report ------------------------------------------------------------------------------ */

static double gflops(const struct solve_request *request, int64_t n, int64_t nrhs,
                     const struct solve_result *r)
{
    double order = (double)n, flops = order * order * order / 3 + 2 * order * order * (double)nrhs;
    double seconds = r->factor_seconds + r->solve_seconds;
    return (strchr("cz", request->type) ? 4 : 1) * flops / seconds * 1e-9;
}

static void print_text(const struct solve_request *request, const struct mm_matrix *matrix, int64_t nrhs,
                       const struct solve_result *r)
{
    char name[128];
    const char *path = request->demo_order ? DEMO_DESCRIPTION : request->matrix_path;
    printf("matrix       %s\n", path);
    printf("             n = %lld, %s%s, %lld entries in %s\n", (long long)matrix->rows, mm_kind(matrix),
           matrix->symmetry != MM_GENERAL ? ""
           : matrix->is_complex           ? " (found to be Hermitian)"
                                          : " (found to be symmetric)",
           (long long)matrix->count, request->demo_order ? "its element matrices" : "the file");
    printf("b            %s, %lld column%s\n",
           request->rhs_path ? request->rhs_path : "A times a vector of ones", (long long)nrhs,
           nrhs == 1 ? "" : "s");
    printf("type         %c, from the %s triangle\n", request->type,
           request->uplo == TILECHOL_LOWER ? "lower" : "upper");
    printf("device       %s\n", device_name(r->device, name));
    printf("seconds      %.4g (factor %.4g, solve %.4g",
           r->factor_seconds + r->solve_seconds + r->refine_seconds, r->factor_seconds, r->solve_seconds);
    if (request->refine)
        printf(", refine %.4g", r->refine_seconds);
    printf(")\nGFLOP/s      %.4g\n", gflops(request, matrix->rows, nrhs, r));
    printf("residual     %.3g   ||b - A x|| / (||A|| ||x|| + ||b||) / eps\n", r->residual);
    printf("log det      %.*g\n", strchr("sc", request->type) ? 7 : 15, r->log_determinant);
    printf("rcond        %.3g\n", r->rcond);
    if (request->output_path)
        printf("solution     %s\n", request->output_path);
}

static void print_json(const struct solve_request *request, const struct mm_matrix *matrix, int64_t nrhs,
                       const struct solve_result *r)
{
    char name[128];
    const struct {
        const char *key;
        double value;
    } numbers[] = {{"seconds", r->factor_seconds + r->solve_seconds + r->refine_seconds},
                   {"factor_seconds", r->factor_seconds},
                   {"solve_seconds", r->solve_seconds},
                   {"refine_seconds", r->refine_seconds},
                   {"gflops", gflops(request, matrix->rows, nrhs, r)},
                   {"residual", r->residual},
                   {"log_determinant", r->log_determinant},
                   {"rcond", r->rcond}};
    printf("{\"matrix\": ");
    json_string(stdout, request->demo_order ? "demo" : request->matrix_path);
    printf(", \"kind\": \"%s\", \"n\": %lld, \"entries\": %lld, \"nrhs\": %lld, \"type\": \"%c\", \"uplo\": "
           "\"%c\"",
           mm_kind(matrix), (long long)matrix->rows, (long long)matrix->count, (long long)nrhs, request->type,
           request->uplo == TILECHOL_LOWER ? 'L' : 'U');
    printf(", \"device\": %d, \"device_name\": ", r->device);
    json_string(stdout, device_name(r->device, name));
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        printf(", \"%s\": ", numbers[k].key);
        json_number(stdout, numbers[k].value);
    }
    printf("}\n");
}

/* ---- all of it ------------------------------------------------------------------------------- */

static void solve_in_type(const struct solve_request *request, const struct mm_matrix *matrix, int64_t nrhs,
                          double _Complex *x, struct solve_result *result)
{
    switch (request->type) {
    case 's':
        tlc_scommand_solve(request, matrix, nrhs, x, result);
        return;
    case 'c':
        tlc_ccommand_solve(request, matrix, nrhs, x, result);
        return;
    case 'z':
        tlc_zcommand_solve(request, matrix, nrhs, x, result);
        return;
    default:
        tlc_dcommand_solve(request, matrix, nrhs, x, result);
    }
}

int command_solve(int argc, char **argv)
{
    static const struct argp argp = {
        option_list,
        parse,
        "A.mtx [B.mtx]\n--demo[=N] [B.mtx]",
        "Solve A x = b for a symmetric (Hermitian) positive definite A. Without B.mtx, b is A times a vector "
        "of ones.",
        NULL,
        NULL,
        NULL};
    struct solve_request request = {.uplo = TILECHOL_LOWER, .device = TILECHOL_DEVICE_DEFAULT};
    struct solve_result result = {0};
    int64_t nrhs;

    argp_parse(&argp, argc, argv, 0, NULL, &request);
    if (!request.matrix_path && !request.demo_order)
        fail(EXIT_USAGE, "solve needs a matrix: a Matrix Market file, or --demo");
    if (request.matrix_path && request.demo_order)
        fail(EXIT_USAGE, "solve takes one matrix: a file or --demo, not both");
    struct mm_matrix matrix = read_matrix(&request);
    double _Complex *b = make_rhs(&request, &matrix, &nrhs);
    size_t bytes = memory_size(matrix.rows, nrhs, sizeof *b);
    double _Complex *x = memory_allocate(bytes, "the solution");
    memcpy(x, b, bytes);
    require_device(request.device);
    solve_in_type(&request, &matrix, nrhs, x, &result);

    double epsilon = (strchr("sc", request.type) ? FLT_EPSILON : DBL_EPSILON) / 2;
    result.residual = scaled_residual(&matrix, result.norm, epsilon, nrhs, b, x);
    if (request.output_path)
        mm_write(request.output_path, matrix.rows, nrhs, x, strchr("cz", request.type) != NULL,
                 strchr("sc", request.type) ? 9 : 17);
    if (request.json)
        print_json(&request, &matrix, nrhs, &result);
    else
        print_text(&request, &matrix, nrhs, &result);
    free(x);
    free(b);
    mm_free(&matrix);
    if (!(result.residual < RESIDUAL_LIMIT))
        fail(EXIT_RESIDUAL, "the scaled residual %.3g is not below %g", result.residual, RESIDUAL_LIMIT);
    return 0;
}
