/* SPDX-License-Identifier: Apache-2.0 */
/* persist_config_env.c: the directive PersistEnv. */

#include "config/persist_config_env.h"
#include "config/persist_config_read.h"
#include "config/persist_config_value.h"

const char *persist_config_env(cmd_parms *cmd, void *dir, const char *name,
                               const char *value)
{
    persist_dir_config_t *config = persist_config_section(cmd, dir);
    const char *want = persist_config_value_env(name);
    if (want)
        return persist_config_read_wrong(cmd, name, want);
    if (!config->environment)
        config->environment =
            apr_array_make(cmd->pool, 8, sizeof(const char *));
    persist_config_setenv(config->environment, name, value);
    return NULL;
}
