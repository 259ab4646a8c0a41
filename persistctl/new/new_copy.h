/* SPDX-License-Identifier: Apache-2.0 */
/* new_copy.h: copies a folder of templates, and fills their gaps. */

#ifndef NEW_COPY_H
#define NEW_COPY_H

/* Copies all that is in one folder into the other, which is empty. In texts,
 *   @NAME@         becomes the last name of the folder
 *   @FOLDER@       its path
 *   @SECRET@       50 random characters
 *   @PERSIST_APP@  the path of persist-app
 * Nothing becomes writable for others than its owner, whatever the umask; files
 * that begin with #! can be executed, those named .env… are closed to others.
 * Returns 0, or -1 with errno. */
int new_copy(const char *from, const char *to);

/* Prints a file of the folder. Returns 0, or -1 with errno. */
int new_copy_show(const char *folder, const char *name);

#endif /* NEW_COPY_H */
