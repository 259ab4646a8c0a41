/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_early_test.c: which variables a fork server gets, and which environments
 * it suits. */

#include "cgi_early.h"
#include "tap.h"

static char *const first[] = {"QUERY_STRING=a", "PATH=/bin", "HTTP_X=1",
                              "LC_ALL=C", NULL};
static char *const same[] = {"PATH=/bin", "QUERY_STRING=b", "LC_ALL=C", NULL};
static char *const other[] = {"PATH=/usr/bin", "LC_ALL=C", NULL};
static char *const more[] = {"PATH=/bin", "LC_ALL=C", "LD_BIND_NOW=1", NULL};
static char *const fewer[] = {"PATH=/bin", NULL};
static char *const none[] = {"PATHS=1", NULL};

int main(void)
{
    cgi_buffer_t early = {0}, empty = {0};
    char *list[CGI_EARLY_MAX + 1];
    is_int(cgi_early_take(first, &early), 0,
           "an environment is looked through");
    cgi_early_list(&early, list);
    is_str(list[0], "PATH=/bin", "PATH is early");
    is_str(list[1], "LC_ALL=C", "and the language");
    ok(!list[2], "but nothing of the visitor's");
    ok(cgi_early_is("OMP_NUM_THREADS=2") && cgi_early_is("GOMP_SPINCOUNT=1") &&
           !cgi_early_is("OMPX=1"),
       "what OpenMP reads is early");
    ok(cgi_early_suits(&early, first), "it suits itself");
    ok(cgi_early_suits(&early, same), "and one with other late variables");
    ok(!cgi_early_suits(&early, other), "not one with another value");
    ok(!cgi_early_suits(&early, more), "nor one with a further variable");
    ok(!cgi_early_suits(&early, fewer), "nor one with fewer");
    cgi_early_list(&empty, list);
    ok(!list[0], "of nothing, nothing is early");
    ok(cgi_early_suits(&empty, none), "which suits one without any");
    cgi_buffer_free(&early);
    return done_testing();
}
