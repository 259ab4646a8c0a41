/* SPDX-License-Identifier: Apache-2.0 */
/* door_start.h: of all requests that find no persistd, one starts it. */

#ifndef DOOR_START_H
#define DOOR_START_H

#include "door_runtime.h"
#include "door_settings.h"

#include <stdint.h>

/* Makes sure that a persistd serves. Waits while another request starts it, or
 * while the one before it ends. Returns NULL, or why there is none: a sentence
 * for the log. After a failure no start is tried for some seconds. */
const char *door_start(const door_runtime_t *runtime,
                       const door_settings_t *settings);

/* Reads why the last start has failed. Returns the text, and sets *age to its
 * age in µs; or NULL if the last start has not failed. */
const char *door_start_failure(const door_runtime_t *runtime, int64_t *age);

#endif /* DOOR_START_H */
