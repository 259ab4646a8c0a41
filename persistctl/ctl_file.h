/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_file.h: looks at files of scripts. A file may be on a file system that
 * does not answer, so a child process looks, and is given up after a second.
 * After the first one that was given up, persistctl looks at no more files. */

#ifndef CTL_FILE_H
#define CTL_FILE_H

/* Returns true if both names are known to lead to the same file. */
int ctl_file_is(const char *name, const char *other);

/* As realpath(name, NULL); the caller frees the result. With errno ETIMEDOUT
 * the file system does not answer. */
char *ctl_file_path(const char *name);

#endif /* CTL_FILE_H */
