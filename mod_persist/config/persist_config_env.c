/* SPDX-License-Identifier: Apache-2.0 */
/* persist_config_env.c: the directive PersistEnv. PERSIST_BACKEND and
 * PERSIST_APP_RUNNERS are a script's to set; names of ours are not. */

#include "config/persist_config_env.h"
#include "config/persist_config_read.h"
#include "config/persist_config_value.h"

#include "wire_limits.h"

#include <string.h>

static const struct reserved {
    const char *name, *want;
} reserved[] = {
    {WIRE_WORKER_VARIABLE,
     "another name: this one tells a worker where its socket is"},
    {WIRE_THREADS_VARIABLE,
     "the directive PersistThreads, which sets this variable, for example "
     "PersistThreads 4"},
    {WIRE_MEMORY_VARIABLE,
     "the directive PersistMemoryLimit, which sets this variable, for example "
     "PersistMemoryLimit 0 512M"},
    {"PERSIST_DEBUG",
     "the directive PersistDebug, which sets this variable: PersistDebug on"},
    {"PERSIST_ENV_FILE",
     "another name: this one tells a worker where the application's .env is"},
};

static const char *what_is_wrong(const char *name)
{
    if (!persist_config_value_is_name(name))
        return "a name of letters, digits and underscores, for example "
               "PersistEnv APP_MODE production";
    for (size_t i = 0; i < sizeof(reserved) / sizeof(reserved[0]); i++)
        if (strcmp(name, reserved[i].name) == 0)
            return reserved[i].want;
    return NULL;
}

const char *persist_config_env(cmd_parms *cmd, void *dir, const char *name,
                               const char *value)
{
    persist_dir_config_t *config = persist_config_section(cmd, dir);
    const char *want = what_is_wrong(name);
    if (want)
        return persist_config_read_wrong(cmd, name, want);
    if (!config->environment)
        config->environment =
            apr_array_make(cmd->pool, 8, sizeof(const char *));
    persist_config_setenv(config->environment, name, value);
    return NULL;
}
