/* SPDX-License-Identifier: Apache-2.0 */
/* persist_config_life.h: the directives about how long a worker lives. */

#ifndef PERSIST_CONFIG_LIFE_H
#define PERSIST_CONFIG_LIFE_H

#include "config/persist_config.h"
#include "config/persist_config_read.h"

/* PersistMaxAge and its ceiling. */
extern const persist_config_span_t persist_config_life_age;

/* Reads PersistMaxRequests or its ceiling: a number, or off (0). */
const char *persist_config_life_count(cmd_parms *cmd, const char *word,
                                      uint64_t *count);

const char *persist_config_life_max_requests(cmd_parms *cmd, void *dir,
                                             const char *word);
const char *persist_config_life_max_age(cmd_parms *cmd, void *dir,
                                        const char *word);
/* PersistMemoryLimit SOFT and HARD; hard is NULL if it is not given. */
const char *persist_config_life_memory(cmd_parms *cmd, void *dir,
                                       const char *soft, const char *hard);

const char *persist_config_life_mode(cmd_parms *cmd, void *dir,
                                     const char *word);
const char *persist_config_life_reload(cmd_parms *cmd, void *dir,
                                       const char *word);

#endif /* PERSIST_CONFIG_LIFE_H */
