/* SPDX-License-Identifier: Apache-2.0 */
/* persist_error_page_test.c: which request began a row of internal redirects.
 */

#include "response/persist_error_page.h"

#include "tap.h"

#define ROW 5

/* A row of redirects, whose requests have these statuses; 0 ends it. Returns
 * which of them began what the last one is. */
static int begin_of(const int *statuses, int *is_page)
{
    request_rec row[ROW] = {{0}};
    int last = 0;
    for (int n = 0; n < ROW && statuses[n]; n++) {
        row[n].status = statuses[n];
        row[n].prev = n > 0 ? &row[n - 1] : NULL;
        last = n;
    }
    *is_page = persist_error_page_is(&row[last]);
    return (int)(persist_error_page_begin(&row[last]) - row);
}

static void check(const int *statuses, int begin, int is_page, const char *name)
{
    int found;
    is_int(begin_of(statuses, &found), begin, name);
    is_int(found, is_page, is_page ? "it is an error page" : "it is none");
}

int main(void)
{
    check((int[]){200, 0}, 0, 0, "a request");
    check((int[]){200, 200, 200, 0}, 0, 0, "behind two rules");
    check((int[]){403, 403, 0}, 1, 1, "a page");
    check((int[]){403, 403, 403, 403, 0}, 1, 1, "a page behind two rules");
    check((int[]){200, 403, 403, 0}, 2, 1, "a refused rule's page");
    check((int[]){200, 200, 500, 500, 500}, 3, 1, "behind one more rule");
    check((int[]){500, 0}, 0, 0, "a request that fails has no page yet");
    return done_testing();
}
