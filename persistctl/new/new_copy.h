/* SPDX-License-Identifier: Apache-2.0 */
/* new_copy.h: copies a folder of templates, and fills their gaps. */

#ifndef NEW_COPY_H
#define NEW_COPY_H

/* Copies all that is in one folder into another, an empty one that is open as
 * `to` and has the path `root`. In texts,
 *   @NAME@         becomes the last name of that path
 *   @FOLDER@       the path, as a word of the shell
 *   @SECRET@       50 random characters
 *   @PERSIST_APP@  the path of persist-app
 *   @USER@         httpd's User, as far as it is known here
 * The mode of `to` stays. No file becomes writable for others than its owner,
 * whatever the umask; those that begin with #! can be executed, and .env is
 * closed to others than its group. The umask holds for new folders. Returns 0,
 * or -1 with errno. */
int new_copy(const char *from, int to, const char *root);

/* Prints a file of an open folder. Returns 0, or -1 with errno. */
int new_copy_show(int folder, const char *name);

#endif /* NEW_COPY_H */
