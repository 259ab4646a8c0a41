/* SPDX-License-Identifier: Apache-2.0 */
/* persist_translated.c: PATH_TRANSLATED, without the walk to its file.
 * Why: docs/decisions/path-translated-without-its-file.md */

#include "request/persist_translated.h"

#include <apr_file_info.h>
#include <util_script.h>

/* The request of this thread that ap_add_cgi_vars() is at work on. */
static _Thread_local const request_rec *asking;

static int has_path(const request_rec *r)
{
    return r->path_info && r->path_info[0];
}

/* A translation may run another such request. To get at a thread's own variable
 * from a module that was loaded costs a call each time. */
void persist_translated_add_cgi_vars(request_rec *r)
{
    if (!has_path(r)) {
        ap_add_cgi_vars(r);
        return;
    }
    const request_rec *outer = asking;
    asking = r;
    ap_add_cgi_vars(r);
    asking = outer;
}

/* As httpd does before it looks for the file. What is no path stays as it is:
 * "proxy:…", for one. */
static void make_canonical(request_rec *r)
{
    char *path;
    if (r->filename &&
        apr_filepath_merge(&path, NULL, r->filename, APR_FILEPATH_NOTRELATIVE,
                           r->pool) == APR_SUCCESS)
        r->filename = path;
}

/* DONE becomes the status of the subrequest, at which nobody looks. Those that
 * a translation makes itself have another parent. */
int persist_translated_end(request_rec *r)
{
    if (!r->main || r->main != asking)
        return DECLINED;
    make_canonical(r);
    return DONE;
}
