/* SPDX-License-Identifier: Apache-2.0 */
/* common_app_others.h: what a folder has in the place of the files that
 * PersistApp auto looks for, and why that is not taken. */

#ifndef COMMON_APP_OTHERS_H
#define COMMON_APP_OTHERS_H

#include <stddef.h>

#define COMMON_APP_OTHERS_SIZE 640

/* Writes "; found are NAME (why it is not taken), …", or "" if nothing of the
 * folder could be meant. Names that hold control characters are left out. Looks
 * at a thousand names at most. */
void common_app_others(const char *folder, char text[COMMON_APP_OTHERS_SIZE]);

#endif /* COMMON_APP_OTHERS_H */
