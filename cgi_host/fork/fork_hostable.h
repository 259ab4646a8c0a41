/* SPDX-License-Identifier: Apache-2.0 */
/* fork_hostable.h: whether a CGI program can be a fork server. A program that
 * did not load the library would run its main() once, with no request. */

#ifndef FORK_HOSTABLE_H
#define FORK_HOSTABLE_H

/* Reads the file, and the interpreters that "#!" names. Returns 1 if the
 * program can be one. Returns 0 with *why, a phrase for the log, if it is to be
 * run by execve(2). The answer holds as long as these files stay as they are.
 */
int fork_hostable(const char *path, const char **why);

#endif /* FORK_HOSTABLE_H */
