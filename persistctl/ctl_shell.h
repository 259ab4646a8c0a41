/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_shell.h: words of the command lines that mend something. They are
 * pasted into a shell, maybe that of root; the names in them are the owner's of
 * the folder. */

#ifndef CTL_SHELL_H
#define CTL_SHELL_H

#include <sys/types.h>

/* Returns the word, in single quotes (POSIX 2.2.2) if it needs them. Nothing is
 * freed: there are few, and the process soon ends. */
const char *ctl_shell_quote(const char *word);

/* Returns "sudo -u NAME " for a command that runs code of this user's, so that
 * it does not run as root; "" if the caller is not root, or if that user is, or
 * has no name. */
const char *ctl_shell_as(uid_t user);

#endif /* CTL_SHELL_H */
