/* SPDX-License-Identifier: BSD-3-Clause
 * The batched routines: every order up to 130, mixed orders, all layouts, failing members, the ladder of
 * jitters, bad arguments. */
#ifdef TEST_BACKEND
#include "src/backend.h"
#endif
#include "tests/batch.h"

#include <math.h>

/* FULL_GROUP members fill the lanes of a vector of any length, and leave some over; MANY are more than a
 * GPU has multiprocessors, MOST about twice as many. */
enum { FULL_GROUP = 19, MANY = 150, MOST = 260 };

static const char *describe_batch(char type, const struct batch_call *call, int64_t member, int64_t n)
{
    static char text[200];
    snprintf(text, sizeof(text),
             "%c%s%s uplo=%c op=%c%s nrhs=%lld batch=%lld in %s memory: member %lld, n=%lld", type,
             routine_names[call->routine], layout_names[call->layout], uplo_char(call->uplo),
             "NTC"[call->trans - TILECHOL_NO_TRANS], call -> diag == TILECHOL_UNIT ? " unit" : "",
             (long long)call->nrhs, (long long)call->batch, place_name(call->place), (long long)member,
             (long long)n);
    return text;
}

#define TEMPLATE "tests/test_batched.inc"
#include "src/types/each_type.h"
#define TEMPLATE "tests/test_batched_failures.inc"
#include "src/types/each_type.h"

#define TESTS(X)                                                                                            \
    cmocka_unit_test(tlc_##X##batched_every_order), cmocka_unit_test(tlc_##X##batched_mixed_orders),        \
        cmocka_unit_test(tlc_##X##batched_teams), cmocka_unit_test(tlc_##X##batched_waiting),               \
        cmocka_unit_test(tlc_##X##batched_triangles), cmocka_unit_test(tlc_##X##batched_many_sides),        \
        cmocka_unit_test(tlc_##X##batched_shared_sides), cmocka_unit_test(tlc_##X##batched_graded),         \
        cmocka_unit_test(tlc_##X##batched_many_with_sides), cmocka_unit_test(tlc_##X##batched_many_beyond), \
        cmocka_unit_test(tlc_##X##batched_many), cmocka_unit_test(tlc_##X##batched_by_turns),               \
        cmocka_unit_test(tlc_##X##batched_shared_matrix), cmocka_unit_test(tlc_##X##batched_failing),       \
        cmocka_unit_test(tlc_##X##batched_neighbours), cmocka_unit_test(tlc_##X##batched_nothing),          \
        cmocka_unit_test(tlc_##X##batched_uneven), cmocka_unit_test(tlc_##X##batched_scaled),               \
        cmocka_unit_test(tlc_##X##batched_extreme), cmocka_unit_test(tlc_##X##batched_jitter),              \
        cmocka_unit_test(tlc_##X##batched_jitter_told), cmocka_unit_test(tlc_##X##batched_few_large),       \
        cmocka_unit_test(tlc_##X##batched_jitter_ends), cmocka_unit_test(tlc_##X##batched_jitter_infinite), \
        cmocka_unit_test(tlc_##X##batched_arguments), cmocka_unit_test(tlc_##X##batched_empty)

int main(void)
{
    const struct CMUnitTest tests[] = {TESTS(s), TESTS(d), TESTS(c), TESTS(z)};
    return cmocka_run_group_tests_name("batched", tests, check_setup, NULL);
}
