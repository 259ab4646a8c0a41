/* SPDX-License-Identifier: Apache-2.0 */
/* persist_route.c: leads every URL below an application's folder to the
 * application, whatever httpd's other modules make of its name.
 * Why: docs/decisions/a-folder-is-an-application.md */

#include "app/persist_route.h"
#include "app/persist_entry.h"
#include "app/persist_guard.h"
#include "app/persist_mount.h"
#include "app/persist_public.h"
#include "app/persist_static.h"
#include "config/persist_config.h"
#include "config/persist_config_handler.h"
#include "response/persist_error_page.h"
#include "response/persist_fault.h"
#include "wire_fault.h"

#include <apr_strings.h>
#include <http_config.h>
#include <http_protocol.h>
#include <http_request.h>
#include <string.h>

#define HANDLER "persist-app"
#define NOTE "persist-mount"
/* mod_rewrite's note of the handler in [H=…]. */
#define RULES_HANDLER "rewrite-forced-handler"

int persist_route_is_app(const request_rec *r)
{
    return persist_config_handler_is(r, HANDLER);
}

const char *persist_route_mount(const request_rec *r)
{
    return apr_table_get(r->notes, NOTE);
}

static int is_below(const request_rec *r, const persist_app_t *app)
{
    return r->filename && strncmp(r->filename, app->folder, app->length) == 0 &&
           (r->filename[app->length] == '/' || !r->filename[app->length]);
}

/* Hook type_checker. The first module that answers OK ends it: no MultiViews,
 * no handler, filter, language or encoding by the extension of a URL. */
static int check_type(request_rec *r)
{
    const persist_app_t *app = persist_config_app(r);
    if (!app || !is_below(r, app))
        return DECLINED;
    const char *folder = persist_static_find(r, app);
    if (!folder)
        return OK;
    persist_static_note(r, folder);
    return DECLINED;
}

/* True if mod_rewrite or mod_proxy has taken the request, or if a fast redirect
 * has led into an application. */
static int is_taken(const request_rec *r)
{
    return persist_route_mount(r) ||
           (r->handler && strcmp(r->handler, "redirect-handler") == 0) ||
           (r->filename && strncmp(r->filename, "proxy:", 6) == 0);
}

static int refuse(request_rec *r, const persist_app_t *app)
{
    persist_fault_t fault;
    persist_fault_set(
        &fault, WIRE_FAULT_NO_MOUNT,
        apr_psprintf(r->pool, "URL %s, folder %s", r->uri, app->folder));
    return persist_fault_report(r, &fault);
}

/* The path below the mount of the URL that the client, or an ErrorDocument, has
 * asked for, before any redirect. httpd has decoded it. Never that of a refused
 * request: the application would take it for one that was let through. NULL:
 * the URL is elsewhere, or it is an ErrorDocument that names the entry file. */
static const char *asked_path(const request_rec *r, const char *entry,
                              const char *mount)
{
    const request_rec *first = persist_error_page_begin(r);
    const char *path = first->parsed_uri.path;
    const char *asked = path ? persist_mount_below(path, mount) : NULL;
    if (asked && first->prev && persist_mount_behind(asked, entry))
        return NULL;
    return asked;
}

/* A rule may name the entry file, as in "app.wsgi/$1" or only "app.wsgi"; so
 * may an ErrorDocument. The application does not see that, unless the client
 * has asked for the file. With the file alone, it gets the path that was asked
 * for, or else its root. */
static const char *without_entry(const request_rec *r, const char *entry,
                                 const char *mount, const char *path_info)
{
    const char *behind = persist_mount_behind(path_info, entry);
    if (!behind)
        return path_info;
    const char *asked = asked_path(r, entry, mount);
    if (asked && persist_mount_behind(asked, entry))
        return path_info;
    if (*behind)
        return behind;
    return asked && *asked ? asked : "/";
}

/* Relative URLs of a page work with the slash alone. The path names no scheme,
 * which a proxy in front may have changed. httpd leaves one slash at a URL's
 * start, so no name becomes a host. */
static int add_slash(request_rec *r, const char *mount)
{
    apr_table_setn(r->headers_out, "Location",
                   apr_pstrcat(r->pool, ap_escape_uri(r->pool, mount), "/",
                               r->args ? "?" : NULL, r->args, NULL));
    return HTTP_MOVED_PERMANENTLY;
}

/* An internal redirect leads to the folder as it is. */
static int needs_slash(const request_rec *r, const char *mount,
                       const char *path_info)
{
    return !*path_info && *mount && r->method_number == M_GET && !r->prev;
}

/* The entry file stands for the request from here on, so that mod_dir and
 * mod_autoindex step aside. Without one the handler refuses the request. */
static int run(request_rec *r, const char *entry, const apr_finfo_t *finfo,
               const char *mount, const char *path_info)
{
    r->handler = HANDLER;
    r->path_info = (char *)(uintptr_t)path_info;
    r->used_path_info = AP_REQ_ACCEPT_PATH_INFO;
    if (!entry) {
        r->finfo.filetype = APR_NOFILE;
        return DECLINED;
    }
    r->filename = (char *)(uintptr_t)entry;
    r->finfo = *finfo;
    apr_table_setn(r->notes, NOTE, mount);
    return DECLINED;
}

static int enter(request_rec *r, const persist_app_t *app)
{
    size_t length;
    apr_finfo_t finfo;
    if (persist_mount_split(
            r->uri,
            apr_pstrcat(r->pool, r->filename + app->length, r->path_info, NULL),
            &length) != 0)
        return refuse(r, app);
    const char *mount = apr_pstrmemdup(r->pool, r->uri, length);
    const char *path_info = r->uri + length;
    const char *entry = persist_entry_find(app, r->pool, &finfo);
    if (entry)
        path_info = without_entry(r, entry + app->length + 1, mount, path_info);
    if (needs_slash(r, mount, path_info))
        return add_slash(r, mount);
    if (persist_public_take(r, app, mount, path_info))
        return OK;
    return run(r, entry, &finfo, mount, path_info);
}

/* Hook fixups. */
static int find_application(request_rec *r)
{
    const persist_app_t *app = persist_config_app(r);
    if (!app || is_taken(r))
        return DECLINED;
    if (!is_below(r, app))
        return refuse(r, app);
    const char *folder = persist_static_noted(r);
    if (!folder)
        return enter(r, app);
    persist_static_send(r);
    persist_guard_add(r, folder);
    return DECLINED;
}

/* Hook fixups, behind all others. A rule's handler comes last, also behind a
 * fast redirect of mod_dir, and would have the entry file that stands for the
 * request sent or run. */
static int keep_handler(request_rec *r)
{
    const persist_app_t *app = persist_config_app(r);
    if (!app || !is_below(r, app) || !apr_table_get(r->notes, RULES_HANDLER))
        return DECLINED;
    if (persist_static_noted(r))
        persist_static_send(r);
    else
        r->handler = HANDLER;
    return DECLINED;
}

void persist_route_register_hooks(apr_pool_t *p)
{
    static const char *const behind_type[] = {"mod_negotiation.c", "mod_mime.c",
                                              NULL};
    static const char *const before[] = {"mod_rewrite.c", NULL};
    static const char *const behind[] = {"mod_negotiation.c", "mod_dir.c",
                                         NULL};
    (void)p;
    persist_guard_register();
    ap_hook_type_checker(check_type, NULL, behind_type, APR_HOOK_REALLY_FIRST);
    ap_hook_fixups(find_application, before, behind, APR_HOOK_FIRST);
    ap_hook_fixups(keep_handler, NULL, NULL, APR_HOOK_REALLY_LAST);
}
