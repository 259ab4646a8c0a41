/* SPDX-License-Identifier: Apache-2.0 */
/* common_exec_error.h: says why a program can't be run, for those that
 * replace themselves by one. The calls may block on the program's file system,
 * as exec() may. */

#ifndef COMMON_EXEC_ERROR_H
#define COMMON_EXEC_ERROR_H

/* Prints to stderr what went wrong with the path: an errno of exec() or
 * chdir(), and what is known of its cause. */
void common_exec_error_print(const char *path, int error);

/* True for a script with Windows line ends whose first line calls env. exec()
 * succeeds for it, but env then finds no program that has a carriage return in
 * its name. */
int common_exec_error_is_certain(const char *program);

#endif /* COMMON_EXEC_ERROR_H */
