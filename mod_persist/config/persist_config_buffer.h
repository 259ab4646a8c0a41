/* SPDX-License-Identifier: Apache-2.0 */
/* persist_config_buffer.h: the directive PersistBuffer. */

#ifndef PERSIST_CONFIG_BUFFER_H
#define PERSIST_CONFIG_BUFFER_H

#include "config/persist_config.h"

/* PersistBuffer REQUEST RESPONSE, each a size or off; or one off for both, with
 * response NULL. */
const char *persist_config_buffer(cmd_parms *cmd, void *dir,
                                  const char *request, const char *response);

#endif /* PERSIST_CONFIG_BUFFER_H */
