/* SPDX-License-Identifier: Apache-2.0 */
/* door_plain.h: without persistd the script runs as a plain CGI program. */

#ifndef DOOR_PLAIN_H
#define DOOR_PLAIN_H

#include "door_script.h"

/* Replaces this process by the script, or by what runs it. Nothing has been
 * read from standard input yet. Returns only if that fails, with errno. */
void door_plain_run(const door_place_t *place, const door_settings_t *settings,
                    const door_script_t *script);

#endif /* DOOR_PLAIN_H */
