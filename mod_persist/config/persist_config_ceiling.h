/* SPDX-License-Identifier: Apache-2.0 */
/* persist_config_ceiling.h: the directive PersistCeiling, and the ranges of
 * durations that have a ceiling. */

#ifndef PERSIST_CONFIG_CEILING_H
#define PERSIST_CONFIG_CEILING_H

#include "config/persist_config_read.h"

/* PersistBootTimeout, TIMEOUT of PersistQueue, and their ceilings. */
extern const persist_config_span_t persist_config_ceiling_wait;
/* PersistRequestTimeout and its ceiling. */
extern const persist_config_span_t persist_config_ceiling_request;

/* PersistCeiling NAME VALUE. */
const char *persist_config_ceiling(cmd_parms *cmd, void *unused,
                                   const char *name, const char *word);

#endif /* PERSIST_CONFIG_CEILING_H */
