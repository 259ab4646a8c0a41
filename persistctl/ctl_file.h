/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_file.h: looks at files of scripts. A file may be on a file system that
 * does not answer, so a child process looks at all names of a call. It is given
 * up when it has found out nothing for a second, and after five seconds.
 * persistctl then looks at no more files. */

#ifndef CTL_FILE_H
#define CTL_FILE_H

#include <stddef.h>

/* Sets found[i] to 1 if others[i] is the same text as name, or is known to lead
 * to the same file; else to 0. */
void ctl_file_same(const char *name, const char *const *others, size_t count,
                   char *found);

/* Sets found[i] to 1 if names[i] is below the folder, whose path has no links,
 * or is known to lead there; else to 0. */
void ctl_file_within(const char *folder, const char *const *names, size_t count,
                     char *found);

/* As realpath(name, NULL); the caller frees the result. With errno ETIMEDOUT
 * the file system does not answer. */
char *ctl_file_path(const char *name);

/* The same for a folder; NULL if it is none. */
char *ctl_file_folder(const char *name);

#endif /* CTL_FILE_H */
