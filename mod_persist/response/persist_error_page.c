/* SPDX-License-Identifier: Apache-2.0 */
/* persist_error_page.c: which request began what httpd runs now. */

#include "response/persist_error_page.h"

/* The status of a refused request is an error, and httpd copies it to each
 * request that follows (ap_internal_redirect). So the refused one is the first
 * with an error. */
static int is_refused(const request_rec *r)
{
    return ap_is_HTTP_ERROR(r->status) &&
           !(r->prev && ap_is_HTTP_ERROR(r->prev->status));
}

const request_rec *persist_error_page_begin(const request_rec *r)
{
    while (r->prev && !is_refused(r->prev))
        r = r->prev;
    return r;
}

int persist_error_page_is(const request_rec *r)
{
    return persist_error_page_begin(r)->prev != NULL;
}
