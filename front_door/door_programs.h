/* SPDX-License-Identifier: Apache-2.0 */
/* door_programs.h: which persistd is started, when .persist names none. */

#ifndef DOOR_PROGRAMS_H
#define DOOR_PROGRAMS_H

#include "door_place.h"
#include "door_settings.h"

/* Sets settings->daemon, unless PersistDaemon has: to mod_persist/persistd in
 * the folder of persist-cgi or else in the user's home, if it is there, or else
 * to the installed one. The folder of the first two is copied by hand, so all
 * that is in it is judged. Returns NULL, or why one of them is refused:
 * a sentence for the log. */
const char *door_programs_find(const door_place_t *place,
                               door_settings_t *settings);

#endif /* DOOR_PROGRAMS_H */
