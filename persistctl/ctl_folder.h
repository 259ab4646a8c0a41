/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_folder.h: a folder on the command line that is no application. */

#ifndef CTL_FOLDER_H
#define CTL_FOLDER_H

#include "ctl_options.h"

/* No pool of the script that the options name was found: if that is a folder,
 * prints to stderr that it has no application, and names the scripts below it
 * that have pools. Returns 1, or 0 if it is none. */
int ctl_folder_blame(const ctl_options_t *options);

#endif /* CTL_FOLDER_H */
