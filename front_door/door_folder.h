/* SPDX-License-Identifier: Apache-2.0 */
/* door_folder.h: judges all that is in a folder: programs, and what these load.
 */

#ifndef DOOR_FOLDER_H
#define DOOR_FOLDER_H

#include "door_trust.h"

/* Judges the folder `name` of the directory fd (whose path is `above`), its
 * files, and the folders in it. Symbolic links are refused. Returns NULL, or
 * what is refused and why: a sentence for the log. */
const char *door_folder_fault(const door_trust_t *trust, int fd,
                              const char *above, const char *name);

#endif /* DOOR_FOLDER_H */
