/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_file.h: looks at files of scripts, some of which may be on a file system
 * that does not answer: they are taken by a child, and given up after a second.
 * From the first that was given up, nobody looks any more. */

#ifndef CTL_FILE_H
#define CTL_FILE_H

/* True when both names lead to the same file, as far as can be seen. */
int ctl_file_is(const char *name, const char *other);

/* As realpath(name, NULL), for free(). */
char *ctl_file_path(const char *name);

#endif /* CTL_FILE_H */
