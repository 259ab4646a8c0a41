/* SPDX-License-Identifier: Apache-2.0 */
/* file_id.h: does a name still lead to the file that it led to? */

#ifndef FILE_ID_H
#define FILE_ID_H

#include <sys/types.h>

typedef struct file_id {
    dev_t dev;
    ino_t ino;
} file_id_t;

/* What the name leads to, links not followed. Returns 0, or -1 with errno. */
int file_id_take(file_id_t *id, const char *path);

/* 1: the name leads to no file that we can reach, or to another one. 0: it
 * leads there, or nobody can say. */
int file_id_is_lost(const file_id_t *id, const char *path);

#endif /* FILE_ID_H */
