/* SPDX-License-Identifier: Apache-2.0 */
/* persist_config_env.h: the directive PersistEnv. */

#ifndef PERSIST_CONFIG_ENV_H
#define PERSIST_CONFIG_ENV_H

#include "config/persist_config.h"

/* PersistEnv NAME VALUE. Refuses names that another directive sets. */
const char *persist_config_env(cmd_parms *cmd, void *dir, const char *name,
                               const char *value);

#endif /* PERSIST_CONFIG_ENV_H */
