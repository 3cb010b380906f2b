/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The reader: loads the file as one text and goes through it once. */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "src/command/common.h"
#include "src/command/matrix_market.h"
#include "src/command/memory.h"

struct text {
    const char *path;
    char *start;
    const char *at; /* the text ends with a zero byte */
    size_t length;
    int64_t line;
};

static _Noreturn void bad(const struct text *text, enum exit_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static _Noreturn void bad(const struct text *text, enum exit_code code, const char *format, ...)
{
    char message[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    fail(code, "%s:%lld: %s", text->path, (long long)text->line, message);
}

/* ---- text, lines, words ---------------------------------------------------------------------- */

static struct text load(const char *path)
{
    struct text text = {.path = path, .line = 1};
    size_t room = (size_t)1 << 20, got;
    FILE *file = strcmp(path, "-") ? fopen(path, "rb") : stdin;
    if (!file)
        fail(EXIT_FILE, "%s: %s", path, strerror(errno));
    if (file != stdin && !fseek(file, 0, SEEK_END)) {
        long length = ftell(file);
        if (length > 0 && length < PTRDIFF_MAX)
            room = (size_t)length + 2;
        rewind(file);
    }
    if (room > (size_t)1 << 28)
        memory_require(room, path);
    text.start = malloc(room);
    while (text.start && (got = fread(text.start + text.length, 1, room - text.length - 1, file)) > 0) {
        text.length += got;
        if (room - text.length < 2)
            text.start = realloc(text.start, room *= 2);
    }
    if (!text.start)
        fail(EXIT_MEMORY, "%s: the file does not fit in memory", path);
    if (ferror(file))
        fail(EXIT_FILE, "%s: %s", path, strerror(errno));
    if (file != stdin)
        fclose(file);
    const char *zero = memchr(text.start, 0, text.length); /* it would pass for the end of the text */
    if (zero)
        fail(EXIT_FILE, "%s: not a text file: byte %zu is zero", path, (size_t)(zero - text.start) + 1);
    text.start[text.length] = 0;
    text.at = text.start;
    return text;
}

static void skip_blanks(struct text *text)
{
    while (*text->at == ' ' || *text->at == '\t' || *text->at == '\r')
        text->at++;
}

static bool at_line_end(struct text *text)
{
    skip_blanks(text);
    return *text->at == '\n' || !*text->at;
}

static void skip_line(struct text *text)
{
    text->at += strcspn(text->at, "\n");
    if (*text->at) {
        text->at++;
        text->line++;
    }
}

/* Goes to the next line that is neither empty nor a comment; false at the end of the file. */
static bool find_data(struct text *text)
{
    while (*text->at && (at_line_end(text) || *text->at == '%'))
        skip_line(text);
    return *text->at != 0;
}

static void end_line(struct text *text)
{
    if (!at_line_end(text))
        bad(text, EXIT_FILE, "unexpected text at the end of the line: '%.*s'",
            (int)strcspn(text->at, " \t\r\n"), text->at);
    skip_line(text);
}

/* Reads a number that consists of decimal digits only. */
static int64_t read_integer(struct text *text, const char *what)
{
    int64_t value = 0;
    bool overflow = false;
    if (at_line_end(text))
        bad(text, EXIT_FILE, "the %s is missing", what);
    const char *start = text->at;
    for (; *text->at >= '0' && *text->at <= '9'; text->at++) {
        overflow |= __builtin_mul_overflow(value, 10, &value);
        overflow |= __builtin_add_overflow(value, (int64_t)(*text->at - '0'), &value);
    }
    if (text->at == start || (*text->at && !strchr(" \t\r\n", *text->at)))
        bad(text, EXIT_FILE, "the %s is not a non-negative integer: '%.*s'", what,
            (int)strcspn(start, " \t\r\n"), start);
    if (overflow)
        bad(text, EXIT_FILE, "the %s is too large", what);
    return value;
}

/* Reads a number as strtod does, "nan" and "inf" included: they are data. */
static double read_number(struct text *text, const char *what)
{
    char *end;
    if (at_line_end(text))
        bad(text, EXIT_FILE, "the %s is missing", what);
    errno = 0;
    double value = strtod(text->at, &end);
    if (end == text->at || (*end && !strchr(" \t\r\n", *end)))
        bad(text, EXIT_FILE, "the %s is not a number: '%.*s'", what, (int)strcspn(text->at, " \t\r\n"),
            text->at);
    if (isinf(value) && errno == ERANGE)
        bad(text, EXIT_FILE, "the %s is too large: '%.*s'", what, (int)(end - text->at), text->at);
    text->at = end;
    return value;
}

/* ---- the parts of the file ------------------------------------------------------------------- */

static int find_word(const char *word, const char *const *words)
{
    for (int k = 0; words[k]; k++)
        if (!strcasecmp(word, words[k]))
            return k;
    return -1;
}

static void read_banner(struct text *text, struct mm_matrix *matrix)
{
    static const char *const formats[] = {"coordinate", "array", NULL};
    static const char *const fields[] = {"real", "integer", "complex", "pattern", NULL};
    static const char *const symmetries[] = {"general", "symmetric", "hermitian", "skew-symmetric", NULL};
    char banner[16], object[16], format[16], field[16], symmetry[16];

    if (sscanf(text->at, "%15s %15s %15s %15s %15s", banner, object, format, field, symmetry) != 5 ||
        strcasecmp(banner, "%%MatrixMarket") || strcasecmp(object, "matrix"))
        bad(text, EXIT_FILE,
            "not a Matrix Market file: it does not begin with '%%%%MatrixMarket matrix ...'");
    int which_format = find_word(format, formats), which_field = find_word(field, fields),
        which_symmetry = find_word(symmetry, symmetries);
    if (which_format < 0)
        bad(text, EXIT_FILE, "unknown format '%s'; the formats are coordinate and array", format);
    if (which_field < 0)
        bad(text, EXIT_FILE, "unknown field '%s'; the fields are real, integer and complex", field);
    if (which_field == 3)
        bad(text, EXIT_FILE, "a pattern matrix has no values");
    if (which_symmetry < 0)
        bad(text, EXIT_FILE, "unknown symmetry '%s'; the symmetries are general, symmetric and hermitian",
            symmetry);
    if (which_symmetry == 3)
        bad(text, EXIT_SHAPE, "a skew-symmetric matrix is not positive definite");
    matrix->is_array = which_format == 1;
    matrix->is_complex = which_field == 2;
    matrix->symmetry = (enum mm_symmetry)which_symmetry;
    skip_line(text);
}

/* How many entries an array of this shape lists; -1 if they are too many to count. */
static int64_t array_count(const struct mm_matrix *matrix)
{
    int64_t n = matrix->rows, count;
    if (__builtin_mul_overflow(n, matrix->columns, &count))
        return -1;
    return matrix->symmetry == MM_GENERAL ? count : (count - n) / 2 + n;
}

/* Reads the size line and allocates room for what it announces. */
static void read_size(struct text *text, struct mm_matrix *matrix)
{
    if (!find_data(text))
        bad(text, EXIT_FILE, "the file ends before its size line");
    matrix->rows = read_integer(text, "number of rows");
    matrix->columns = read_integer(text, "number of columns");
    if (!matrix->is_array)
        matrix->count = read_integer(text, "number of entries");
    if (!at_line_end(text))
        bad(text, EXIT_FILE, "the size line has more than %d numbers", matrix->is_array ? 2 : 3);
    if (matrix->symmetry != MM_GENERAL && matrix->rows != matrix->columns)
        bad(text, EXIT_SHAPE, "a %s matrix of %lld rows and %lld columns is not square", mm_kind(matrix),
            (long long)matrix->rows, (long long)matrix->columns);
    if (matrix->is_array)
        matrix->count = array_count(matrix);

    size_t numbers = matrix->is_complex ? 2 : 1;
    size_t bytes = memory_size(matrix->count, 1, numbers * sizeof(double) + (matrix->is_array ? 0 : 16));
    if (matrix->count < 0 || bytes > memory_available())
        bad(text, EXIT_MEMORY,
            "the entries that the size line announces do not fit in this machine's memory");
    if ((size_t)matrix->count > text->length / 2)
        bad(text, EXIT_FILE,
            "truncated: the size line announces %lld entries, but the whole file has only %zu bytes",
            (long long)matrix->count, text->length);
    matrix->value = memory_allocate(memory_size(matrix->count, (int64_t)numbers, sizeof(double)), text->path);
    if (!matrix->is_array) {
        matrix->row = memory_allocate(memory_size(matrix->count, 1, sizeof(int64_t)), text->path);
        matrix->column = memory_allocate(memory_size(matrix->count, 1, sizeof(int64_t)), text->path);
    }
    skip_line(text);
}

static void read_position(struct text *text, struct mm_matrix *matrix, int64_t k)
{
    int64_t row = read_integer(text, "row"), column = read_integer(text, "column");
    if (row < 1 || row > matrix->rows)
        bad(text, EXIT_FILE, "row %lld is not in 1..%lld", (long long)row, (long long)matrix->rows);
    if (column < 1 || column > matrix->columns)
        bad(text, EXIT_FILE, "column %lld is not in 1..%lld", (long long)column, (long long)matrix->columns);
    if (matrix->symmetry != MM_GENERAL && row < column)
        bad(text, EXIT_FILE,
            "entry (%lld, %lld) lies above the diagonal; a %s file lists the lower triangle only",
            (long long)row, (long long)column, mm_kind(matrix));
    matrix->row[k] = row - 1;
    matrix->column[k] = column - 1;
}

static void read_entries(struct text *text, struct mm_matrix *matrix)
{
    double *value = matrix->value;
    for (int64_t k = 0; k < matrix->count; k++) {
        if (!find_data(text))
            bad(text, EXIT_FILE, "truncated: the file ends after %lld of %lld entries", (long long)k,
                (long long)matrix->count);
        if (!matrix->is_array)
            read_position(text, matrix, k);
        *value++ = read_number(text, matrix->is_complex ? "real part" : "value");
        if (matrix->is_complex)
            *value++ = read_number(text, "imaginary part");
        end_line(text);
    }
    if (find_data(text))
        bad(text, EXIT_FILE, "more than the %lld announced entries", (long long)matrix->count);
}

struct mm_matrix mm_read(const char *path)
{
    struct mm_matrix matrix = {0};
    struct text text = load(path);
    read_banner(&text, &matrix);
    read_size(&text, &matrix);
    read_entries(&text, &matrix);
    free(text.start);
    return matrix;
}
