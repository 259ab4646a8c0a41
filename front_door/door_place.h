/* SPDX-License-Identifier: Apache-2.0 */
/* door_place.h: where this copy of persist-cgi lies. The kernel tells it; no
 * variable of the request can name another place. */

#ifndef DOOR_PLACE_H
#define DOOR_PLACE_H

#include "door_trust.h"

#include <limits.h>

typedef struct door_place {
    char folder[PATH_MAX];   /* canonical, without the slash at its end */
    char stem[NAME_MAX + 1]; /* "app" of app.cgi */
    int fd;                  /* the folder */
    door_trust_t trust;
} door_place_t;

#define DOOR_PLACE_LINK "is a symbolic link: put the file itself there"

/* Finds the program's folder and judges both. Returns NULL, or why it cannot
 * serve: a sentence for the log. */
const char *door_place_find(door_place_t *place);

/* The same for a script that its owner starts from a terminal: its folder, with
 * the name of the script in place of the program's. */
const char *door_place_of(door_place_t *place, const char *script);

/* Opens a regular file of the folder for reading and judges it; name may have
 * slashes. Symbolic links in its place are refused. Returns a descriptor with
 * *info set, or -1 with *why: NULL if there is no such file. */
int door_place_open(const door_place_t *place, const char *name,
                    struct stat *info, const char **why);

#endif /* DOOR_PLACE_H */
