/* SPDX-License-Identifier: Apache-2.0 */
/* door_spawn.h: starts the executable persistd in the background. */

#ifndef DOOR_SPAWN_H
#define DOOR_SPAWN_H

#include "door_runtime.h"
#include "door_settings.h"

/* How many requests may be in progress at a time: each is an owner. */
#define DOOR_SPAWN_OWNERS 1024

/* The token that HELLO and SETTINGS carry: the random digits of the instance's
 * name. */
wire_bytes_t door_spawn_token(const char *instance);

/* Starts persistd for the instance and waits until it serves. It is no child of
 * this process, has a session of its own and none of its descriptors: a web
 * server waits until the last process has closed its program's output. Returns
 * NULL, or why it does not serve: a sentence for the log. */
const char *door_spawn(const door_runtime_t *runtime,
                       const door_settings_t *settings, const char *instance);

#endif /* DOOR_SPAWN_H */
