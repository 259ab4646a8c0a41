/* SPDX-License-Identifier: Apache-2.0 */
/* file_id.h: checks whether a name still leads to the same file. */

#ifndef FILE_ID_H
#define FILE_ID_H

#include <sys/types.h>

typedef struct file_id {
    dev_t dev;
    ino_t ino;
} file_id_t;

/* Notes the file that the name leads to, without following a link. Returns 0,
 * or -1 with errno. */
int file_id_take(file_id_t *id, const char *path);

/* Returns 1 if the name leads to no file that we can reach, or to another file.
 * Returns 0 if it leads to the same file, or if that cannot be found out. */
int file_id_is_lost(const file_id_t *id, const char *path);

#endif /* FILE_ID_H */
