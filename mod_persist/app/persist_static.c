/* SPDX-License-Identifier: Apache-2.0 */
/* persist_static.c: the files of an application's folder that httpd itself
 * sends. Uploads may be among them, so nothing there is ever run. */

#include "app/persist_static.h"

#include <apr_strings.h>
#include <http_request.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <util_filter.h>

#define NOTE "persist-static"

/* Both have the same length. */
static const char *const folders[] = {"/static/", "/public/"};
#define FOLDER_LENGTH (sizeof("/static/") - 1)

int persist_static_is_hidden(const char *path)
{
    return strstr(path, "/.") != NULL;
}

static int is_below_one(const char *rest)
{
    for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++)
        if (strncmp(rest, folders[i], FOLDER_LENGTH) == 0)
            return 1;
    return 0;
}

/* True if the file is in the folder when all links have been followed. The
 * folder itself may be a link: its owner has made that. */
static int is_inside(const char *file, const char *folder)
{
    char real_file[PATH_MAX], real_folder[PATH_MAX];
    if (!realpath(file, real_file) || !realpath(folder, real_folder))
        return 0;
    size_t length = strlen(real_folder);
    return strncmp(real_file, real_folder, length) == 0 &&
           real_file[length] == '/' &&
           !persist_static_is_hidden(real_file + length);
}

int persist_static_is(const request_rec *r, const persist_app_t *app)
{
    const char *rest = r->filename + app->length;
    if (!is_below_one(rest) || persist_static_is_hidden(rest) ||
        r->finfo.filetype != APR_REG || (r->path_info && *r->path_info) ||
        (r->method_number != M_GET && r->method_number != M_OPTIONS))
        return 0;
    return is_inside(r->filename, apr_pstrmemdup(r->pool, r->filename,
                                                 app->length + FOLDER_LENGTH));
}

void persist_static_note(request_rec *r)
{
    apr_table_setn(r->notes, NOTE, "1");
}

int persist_static_is_noted(const request_rec *r)
{
    return apr_table_get(r->notes, NOTE) != NULL;
}

/* mod_filter puts its name for a filter by type before the name of the filter.
 */
static int runs_code(const char *filter)
{
    static const char by_type[] = "BYTYPE:";
    if (ap_cstr_casecmpn(filter, by_type, sizeof(by_type) - 1) == 0)
        filter += sizeof(by_type) - 1;
    return ap_cstr_casecmp(filter, "INCLUDES") == 0 ||
           ap_cstr_casecmp(filter, "PHP") == 0;
}

/* A part of a page has the filters of the page behind its own. */
void persist_static_keep_from_running(request_rec *r)
{
    ap_filter_t *next;
    if (!persist_config_app(r) || !persist_static_is_noted(r))
        return;
    for (ap_filter_t *f = r->output_filters; f && f->r == r; f = next) {
        next = f->next;
        if (runs_code(f->frec->name))
            ap_remove_output_filter(f);
    }
}
