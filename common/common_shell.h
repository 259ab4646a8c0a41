/* SPDX-License-Identifier: Apache-2.0 */
/* common_shell.h: words of command lines that people paste into a shell, maybe
 * that of root. */

#ifndef COMMON_SHELL_H
#define COMMON_SHELL_H

/* Returns the word, in single quotes (POSIX 2.2.2) if it needs them. Nothing is
 * freed: there are few, and the process soon ends. */
const char *common_shell_quote(const char *word);

#endif /* COMMON_SHELL_H */
