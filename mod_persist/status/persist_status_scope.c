/* SPDX-License-Identifier: Apache-2.0 */
/* persist_status_scope.c: finds out whose SetHandler made a status page.
 *
 * httpd keeps each SetHandler as a parsed expression, and merging
 * configurations copies the pointer. So the expression that holds for a request
 * is the server's own exactly if it is found in a section of the server's
 * configuration. Any other way to a handler (.htaccess, AddHandler,
 * RewriteRule) is not found there, and the page is then limited to a
 * directory. */

#include "status/persist_status_scope.h"

#include <apr_strings.h>
#include <http_config.h>
#include <http_core.h>
#include <string.h>

static int sets(ap_conf_vector_t *section, const ap_expr_info_t *handler);

static int any_sets(const apr_array_header_t *sections,
                    const ap_expr_info_t *handler)
{
    for (int i = 0; sections && i < sections->nelts; i++)
        if (sets(APR_ARRAY_IDX(sections, i, ap_conf_vector_t *), handler))
            return 1;
    return 0;
}

/* True if this section sets it, or a <Files> or <If> inside the section. */
static int sets(ap_conf_vector_t *section, const ap_expr_info_t *handler)
{
    const core_dir_config *core =
        section ? ap_get_core_module_config(section) : NULL;
    return core && (core->expr_handler == handler ||
                    any_sets(core->sec_file, handler) ||
                    any_sets(core->sec_if, handler));
}

static int server_sets(const server_rec *s, const ap_expr_info_t *handler)
{
    const core_server_config *core =
        ap_get_core_module_config(s->module_config);
    return sets(s->lookup_defaults, handler) ||
           any_sets(core->sec_dir, handler) || any_sets(core->sec_url, handler);
}

static int is_servers(request_rec *r)
{
    const core_dir_config *core = ap_get_core_module_config(r->per_dir_config);
    const char *error = NULL, *name;
    if (!core->expr_handler || !server_sets(r->server, core->expr_handler))
        return 0;
    name = ap_expr_str_exec(r, core->expr_handler, &error);
    return !error && strcmp(name, r->handler) == 0;
}

const char *persist_status_scope_get(request_rec *r)
{
    const char *path = r->filename ? r->filename : "";
    if (is_servers(r))
        return NULL;
    if (r->finfo.filetype == APR_DIR)
        path = apr_pstrcat(r->pool, path, "/", NULL);
    if (*path != '/')
        return "/dev/null/"; /* no script is below this */
    return ap_make_dirstr_parent(r->pool, path);
}
