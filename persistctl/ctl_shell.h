/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_shell.h: whose rights a command has that is pasted into the shell of
 * root.
 */

#ifndef CTL_SHELL_H
#define CTL_SHELL_H

#include <sys/types.h>

/* Returns "sudo -u NAME " for a command that runs code of this user's, or
 * changes a file that this user can replace, so that it does not run as root;
 * "" if the caller is not root, or if that user is, or has no name. */
const char *ctl_shell_as(uid_t user);

#endif /* CTL_SHELL_H */
