/* SPDX-License-Identifier: Apache-2.0 */
/* common_shell.h: words of command lines that people paste into a shell, maybe
 * that of root. */

#ifndef COMMON_SHELL_H
#define COMMON_SHELL_H

/* Returns the word, in single quotes (POSIX 2.2.2) if it needs them; an empty
 * word without memory. Most callers free nothing: there are few words, and the
 * process soon ends. */
const char *common_shell_quote(const char *word);

/* Frees what common_shell_quote() has made of the word. */
void common_shell_free(const char *quoted, const char *word);

#endif /* COMMON_SHELL_H */
