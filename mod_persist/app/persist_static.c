/* SPDX-License-Identifier: Apache-2.0 */
/* persist_static.c: the files of an application's folder that httpd itself
 * sends. Uploads may be among them, so nothing there is ever run. */

#include "app/persist_static.h"
#include "config/persist_config_handler.h"

#include <apr_strings.h>
#include <http_config.h>
#include <http_core.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define NOTE "persist-static"
#define HANDLER "default-handler"

/* Both have the same length. */
#define STATIC "/static/"
#define PUBLIC "/public/"
#define FOLDER_LENGTH (sizeof(STATIC) - 1)
/* RFC 8615: for everybody to ask for. ACME's clients put their tokens there. */
#define WELL_KNOWN "/.well-known/"

static int begins(const char *path, const char *with)
{
    return strncmp(path, with, strlen(with)) == 0;
}

int persist_static_is_hidden(const char *path)
{
    if (begins(path, WELL_KNOWN))
        path += sizeof(WELL_KNOWN) - 2;
    return strstr(path, "/.") != NULL;
}

/* Nobody asks for the well-known files by the name of static/. */
static int is_shown(const char *rest)
{
    return begins(rest, PUBLIC)
               ? !persist_static_is_hidden(rest + FOLDER_LENGTH - 1)
               : begins(rest, STATIC) && !strstr(rest, "/.");
}

int persist_static_holds(const char *folder, const char *path)
{
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && path[length] == '/' &&
           !persist_static_is_hidden(path + length);
}

/* The folder itself may be a link: its owner has made that. */
static const char *holder(const request_rec *r, const char *folder)
{
    char real_file[PATH_MAX], real_folder[PATH_MAX];
    if (!realpath(r->filename, real_file) || !realpath(folder, real_folder) ||
        !persist_static_holds(real_folder, real_file))
        return NULL;
    return apr_pstrdup(r->pool, real_folder);
}

const char *persist_static_find(const request_rec *r, const persist_app_t *app)
{
    const char *rest = r->filename + app->length;
    if (!is_shown(rest) || r->finfo.filetype != APR_REG ||
        (r->path_info && *r->path_info) ||
        (r->method_number != M_GET && r->method_number != M_OPTIONS))
        return NULL;
    return holder(
        r, apr_pstrmemdup(r->pool, r->filename, app->length + FOLDER_LENGTH));
}

/* A filter may bear any name: mod_filter's FilterProvider makes one of
 * INCLUDES. But each looks at the options. */
static void forbid_code(request_rec *r)
{
    ap_conf_vector_t *changed = ap_create_per_dir_config(r->pool);
    core_dir_config *core = apr_pmemdup(
        r->pool, ap_get_core_module_config(r->per_dir_config), sizeof(*core));
    core->opts &= ~(OPT_EXECCGI | OPT_INCLUDES | OPT_INC_WITH_EXEC);
    r->per_dir_config =
        ap_merge_per_dir_configs(r->pool, r->per_dir_config, changed);
    ap_set_core_module_config(r->per_dir_config, core);
}

void persist_static_note(request_rec *r, const char *folder)
{
    forbid_code(r);
    apr_table_setn(r->notes, NOTE, folder);
}

const char *persist_static_noted(const request_rec *r)
{
    return apr_table_get(r->notes, NOTE);
}

void persist_static_send(request_rec *r)
{
    r->handler = HANDLER;
}

int persist_static_is_sent(const request_rec *r)
{
    return persist_static_noted(r) && persist_config_handler_is(r, HANDLER);
}
