/* SPDX-License-Identifier: Apache-2.0 */
/* persist_launch.c: the command that runs an application. */

#include "app/persist_launch.h"
#include "app/persist_entry.h"
#include "app/persist_route.h"

#include <apr_strings.h>

static void add(apr_array_header_t *words, const char *option,
                const char *value)
{
    APR_ARRAY_PUSH(words, const char *) = option;
    APR_ARRAY_PUSH(words, const char *) = value;
}

const apr_array_header_t *persist_launch_command(const request_rec *r)
{
    const persist_app_t *app = persist_config_app(r);
    if (!app || !persist_route_mount(r))
        return NULL;
    apr_array_header_t *words = apr_array_make(r->pool, 5, sizeof(char *));
    APR_ARRAY_PUSH(words, const char *) =
        persist_config_server(r->server)->launcher;
    add(words, "--folder", app->folder);
    if (app->object)
        add(words, "--object", app->object);
    return words;
}

const char *persist_launch_missing(const request_rec *r)
{
    const persist_app_t *app = persist_config_app(r);
    if (!app)
        return "the handler persist-app is set without PersistApp";
    return apr_psprintf(r->pool, "looked in %s for %s", app->folder,
                        persist_entry_names(app, r->pool));
}
