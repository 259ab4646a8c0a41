/* SPDX-License-Identifier: Apache-2.0 */
/* persist_guard.c: sees that httpd opens the static file that was looked at.
 * Between the look and httpd's open(), somebody who may write below static/,
 * but not read what httpd reads, could put a link in the file's way. So the
 * kernel is asked for the path of what has been opened. */

#include "app/persist_guard.h"
#include "app/persist_static.h"

#include <apr_portable.h>
#include <http_log.h>
#include <http_protocol.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>
#include <util_filter.h>

APLOG_USE_MODULE(persist);

#define FILTER "PERSIST_STATIC"
/* Before all filters that could read the file. */
#define FILTER_TYPE ((ap_filter_type)(AP_FTYPE_RESOURCE - 1))

static ap_filter_rec_t *handle;

static int path_of(apr_file_t *file, char path[PATH_MAX])
{
    apr_os_file_t fd;
    char link[sizeof("/proc/self/fd/") + 3 * sizeof(fd)];
    if (apr_os_file_get(&fd, file) != APR_SUCCESS)
        return -1;
    snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    path[length > 0 ? length : 0] = '\0';
    return length > 0 ? 0 : -1;
}

static int may_be_sent(const request_rec *r, apr_bucket *b, const char *folder)
{
    char path[PATH_MAX];
    if (!APR_BUCKET_IS_FILE(b) ||
        path_of(((apr_bucket_file *)b->data)->fd, path) != 0 ||
        persist_static_holds(folder, path))
        return 1;
    ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                  "%s has become a link to %s while it was looked at: it is "
                  "not sent",
                  r->filename, path);
    return 0;
}

static void refuse(request_rec *r, apr_bucket_brigade *bb)
{
    apr_bucket_alloc_t *alloc = r->connection->bucket_alloc;
    apr_brigade_cleanup(bb);
    APR_BRIGADE_INSERT_TAIL(
        bb, ap_bucket_error_create(HTTP_FORBIDDEN, NULL, r->pool, alloc));
    APR_BRIGADE_INSERT_TAIL(bb, apr_bucket_eos_create(alloc));
}

/* httpd's handler sends all in one brigade, with the file in the front. */
static apr_status_t check(ap_filter_t *f, apr_bucket_brigade *bb)
{
    apr_bucket *first = APR_BRIGADE_FIRST(bb);
    if (first != APR_BRIGADE_SENTINEL(bb) && !may_be_sent(f->r, first, f->ctx))
        refuse(f->r, bb);
    ap_remove_output_filter(f);
    return ap_pass_brigade(f->next, bb);
}

void persist_guard_add(request_rec *r, const char *folder)
{
    ap_add_output_filter_handle(handle, (void *)(uintptr_t)folder, r,
                                r->connection);
}

void persist_guard_register(void)
{
    handle = ap_register_output_filter(FILTER, check, NULL, FILTER_TYPE);
}
