/* SPDX-License-Identifier: Apache-2.0 */
/* persist_translated.c: PATH_TRANSLATED, without a look for its file. */

#include "persist_translated.h"

#include <util_script.h>

/* The request of this thread that ap_add_cgi_vars() is at work on. */
static _Thread_local const request_rec *asking;

void persist_translated_add_cgi_vars(request_rec *r)
{
    asking = r;
    ap_add_cgi_vars(r);
    asking = NULL;
}

/* DONE becomes the status of the subrequest, at which nobody looks. Those that
 * a translation makes itself have another parent. */
int persist_translated_end(request_rec *r)
{
    return r->main && r->main == asking ? DONE : DECLINED;
}
