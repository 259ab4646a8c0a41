/* SPDX-License-Identifier: Apache-2.0 */
/* persist_permit.c: what httpd permits of an application's file. httpd itself
 * has looked at the way to what the URL names, which may be another folder with
 * other rules.
 * Why: docs/decisions/a-folder-is-an-application.md */

#include "app/persist_permit.h"
#include "htaccess/persist_lend.h"

#include <http_request.h>

#define BOTH (OPT_SYM_LINKS | OPT_SYM_OWNER)

/* In a folder that it knows from the URL's own way, httpd does not look at the
 * file's link where FollowSymLinks stands beside SymLinksIfOwnerMatch. */
static int is_strangers_link(request_rec *file)
{
    apr_finfo_t link;
    if ((ap_allow_options(file) & BOTH) != BOTH)
        return 0;
    return apr_stat(&link, file->filename,
                    APR_FINFO_LINK | APR_FINFO_TYPE | APR_FINFO_USER,
                    file->pool) != APR_SUCCESS ||
           (link.filetype == APR_LNK && link.user != file->finfo.user);
}

/* What httpd does for the file of each request, but for access, which is the
 * URL's. As far as the URL's own way was the same, httpd takes what it has
 * merged. */
static const char *walk(request_rec *file)
{
    static const char logged[] = "the line above says why";
    persist_lend(file);
    if (ap_directory_walk(file) != OK)
        return logged;
    if (is_strangers_link(file))
        return "its link belongs to another user than the file";
    return ap_file_walk(file) == OK && ap_location_walk(file) == OK &&
                   ap_if_walk(file) == OK
               ? NULL
               : logged;
}

/* The copy leaves the request as it is, but for the .htaccess files that were
 * read and the id of a line that was logged. */
const char *persist_permit_refuses(request_rec *r, allow_options_t *options)
{
    request_rec file = *r;
    file.path_info = NULL;
    file.per_dir_config = r->server->lookup_defaults;
    const char *why = walk(&file);
    r->htaccess = file.htaccess;
    r->log_id = file.log_id;
    *options = ap_allow_options(&file);
    return why;
}
