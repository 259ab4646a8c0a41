/* SPDX-License-Identifier: Apache-2.0 */
/* new.h: the command `new`. */

#ifndef NEW_H
#define NEW_H

#include "ctl_options.h"

/* `persistctl new KIND DIR [--venv] [--ruby]`: makes the folder DIR, or fills
 * it if it is empty, with an application that runs. A kind is a folder of
 * templates. Prints the commands that come next. */
ctl_command_fn new_make;

#endif /* NEW_H */
