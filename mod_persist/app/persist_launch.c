/* SPDX-License-Identifier: Apache-2.0 */
/* persist_launch.c: the command that runs an application, or a script. */

#include "app/persist_launch.h"
#include "app/persist_entry.h"
#include "app/persist_route.h"
#include "config/persist_config_interpreter.h"

#include "common_app_others.h"
#include "common_apps.h"

#include <apr_strings.h>

static void add(apr_array_header_t *words, const char *option,
                const char *value)
{
    APR_ARRAY_PUSH(words, const char *) = option;
    APR_ARRAY_PUSH(words, const char *) = value;
}

/* The owner's own choice outranks a virtual environment. One of the server's
 * configuration is meant for scripts in general, and does not. */
static void add_interpreter(apr_array_header_t *words,
                            const persist_interpreter_t *interpreter)
{
    if (!interpreter)
        return;
    const apr_array_header_t *from = interpreter->words;
    for (int i = 0; i < from->nelts; i++)
        add(words, interpreter->in_htaccess ? "--interpreter" : "--fallback",
            APR_ARRAY_IDX(from, i, const char *));
}

static apr_array_header_t *begin(const request_rec *r)
{
    apr_array_header_t *words = apr_array_make(r->pool, 5, sizeof(char *));
    APR_ARRAY_PUSH(words, const char *) =
        persist_config_server(r->server)->launcher;
    return words;
}

const apr_array_header_t *
persist_launch_application(const request_rec *r,
                           const persist_dir_config_t *config)
{
    const persist_app_t *app = persist_config_app(r);
    if (!app || !persist_route_mount(r))
        return NULL;
    apr_array_header_t *words = begin(r);
    add(words, "--folder", app->folder);
    if (app->object)
        add(words, "--object", app->object);
    else if (!app->file)
        APR_ARRAY_PUSH(words, const char *) = "--auto";
    add_interpreter(words, persist_config_interpreter(
                               config, common_app_code_extension(r->filename)));
    return words;
}

/* persist-cgi-host, and what starts the program. */
static const apr_array_header_t *
launch_cgi(const request_rec *r, const persist_interpreter_t *interpreter)
{
    apr_array_header_t *words = apr_array_make(r->pool, 4, sizeof(char *));
    APR_ARRAY_PUSH(words, const char *) =
        persist_config_server(r->server)->cgi_host;
    if (interpreter && !interpreter->runs_apps)
        apr_array_cat(words, interpreter->words);
    return words;
}

const apr_array_header_t *
persist_launch_script(const request_rec *r, const persist_dir_config_t *config)
{
    const char *extension = persist_config_extension(r->filename);
    const persist_interpreter_t *interpreter =
        persist_config_interpreter(config, extension);
    if (config->pool.mode == WIRE_MODE_CGI)
        return launch_cgi(r, interpreter);
    if (interpreter && !interpreter->runs_apps)
        return interpreter->words;
    if (!extension || !common_app_is_script_extension(extension))
        return NULL;
    apr_array_header_t *words = begin(r);
    add_interpreter(words, interpreter);
    return words;
}

const char *persist_launch_missing(const request_rec *r)
{
    const persist_app_t *app = persist_config_app(r);
    if (!app)
        return "the handler persist-app is set without PersistApp";
    char others[COMMON_APP_OTHERS_SIZE] = "";
    if (!app->file && !app->object)
        common_app_others(app->folder, others);
    return apr_psprintf(r->pool, "looked in %s for %s%s", app->folder,
                        persist_entry_names(app, r->pool), others);
}
