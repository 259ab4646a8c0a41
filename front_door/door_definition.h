/* SPDX-License-Identifier: Apache-2.0 */
/* door_definition.h: what ENSURE says of the script's workers. */

#ifndef DOOR_DEFINITION_H
#define DOOR_DEFINITION_H

#include "door_script.h"

/* Makes the definition, with its key, of pointers into settings and script.
 * Returns 0, or -1 if it does not fit a message. */
int door_definition_make(const door_settings_t *settings,
                         const door_script_t *script,
                         wire_ensure_t *definition);

#endif /* DOOR_DEFINITION_H */
