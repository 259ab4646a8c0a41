/* SPDX-License-Identifier: Apache-2.0 */
/* persist_config_interpreter.c: reads PersistInterpreter, and finds the one of
 * a file. */

#include "config/persist_config_interpreter.h"
#include "config/persist_config_read.h"

#include "common_apps.h"

#include <apr_lib.h>
#include <http_core.h>
#include <string.h>

static const char *check(cmd_parms *cmd, int argc, char *const argv[])
{
    if (argc < 2)
        return persist_config_read_wrong(
            cmd, argc ? argv[0] : "",
            "an extension and a command, for example "
            ".py /usr/bin/python3");
    if (argv[1][0] != '/')
        return persist_config_read_wrong(
            cmd, argv[1],
            "the command's absolute path, for example "
            "/usr/bin/python3 (or /usr/bin/env python3)");
    if (argc > 64)
        return persist_config_read_wrong(cmd, argv[64],
                                         "at most 62 arguments to a command");
    return NULL;
}

static persist_interpreter_t *make(apr_pool_t *p, const char *extension,
                                   int argc, char *const argv[])
{
    persist_interpreter_t *made = apr_pcalloc(p, sizeof(*made));
    made->words = apr_array_make(p, argc - 1, sizeof(const char *));
    for (int i = 1; i < argc; i++)
        APR_ARRAY_PUSH(made->words, const char *) = argv[i];
    made->runs_apps = common_app_is_script_extension(extension);
    return made;
}

/* Options ExecCGI is not checked here but with each request, for its script. */
const char *persist_config_interpreter_set(cmd_parms *cmd, void *dir, int argc,
                                           char *const argv[])
{
    persist_dir_config_t *config = persist_config_section(cmd, dir);
    const char *extension = NULL, *error = NULL;
    if (argc >= 2)
        error = persist_config_read_extension(cmd, argv[0], &extension);
    if (!error)
        error = check(cmd, argc, argv);
    if (error)
        return error;
    if (!config->interpreters)
        config->interpreters = apr_hash_make(cmd->pool);
    persist_interpreter_t *made = make(cmd->pool, extension, argc, argv);
    made->in_htaccess = config->htaccess != NULL;
    apr_hash_set(config->interpreters, extension, APR_HASH_KEY_STRING, made);
    return NULL;
}

const char *persist_config_extension(const char *path)
{
    return strrchr(apr_filepath_name_get(path), '.');
}

const persist_interpreter_t *
persist_config_interpreter(const persist_dir_config_t *config,
                           const char *extension)
{
    if (!extension || !config->interpreters)
        return NULL;
    return apr_hash_get(config->interpreters, extension, APR_HASH_KEY_STRING);
}
