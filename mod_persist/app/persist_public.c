/* SPDX-License-Identifier: Apache-2.0 */
/* persist_public.c: public/ is the root of an application's static files, as
 * Rails and Passenger have it. */

#include "app/persist_public.h"
#include "app/persist_static.h"

#include <apr_strings.h>
#include <http_request.h>
#include <string.h>

/* A part of a page has the application's own answer. */
static int is_candidate(const request_rec *r, const char *path_info)
{
    size_t length = strlen(path_info);
    return !r->main &&
           (r->method_number == M_GET || r->method_number == M_OPTIONS) &&
           length > 0 && path_info[length - 1] != '/' &&
           !persist_static_is_hidden(path_info);
}

static int is_file(const char *path, apr_pool_t *p)
{
    apr_finfo_t finfo;
    return apr_stat(&finfo, path, APR_FINFO_TYPE, p) == APR_SUCCESS &&
           finfo.filetype == APR_REG;
}

/* The subrequest checks access and .htaccess files on the way, and the route of
 * its own says whether the file is static. */
int persist_public_take(request_rec *r, const persist_app_t *app,
                        const char *mount, const char *path_info)
{
    if (!is_candidate(r, path_info) ||
        !is_file(apr_pstrcat(r->pool, app->folder, "/public", path_info, NULL),
                 r->pool))
        return 0;
    const char *uri = apr_pstrcat(r->pool, mount, "/public", path_info, NULL);
    request_rec *file = ap_sub_req_lookup_uri(ap_escape_uri(r->pool, uri), r,
                                              r->output_filters);
    if (file->status == HTTP_OK && persist_static_is_sent(file)) {
        ap_internal_fast_redirect(file, r);
        return 1;
    }
    ap_destroy_sub_req(file);
    return 0;
}
