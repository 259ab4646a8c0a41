/* SPDX-License-Identifier: Apache-2.0 */
/* door_runtime.h: the private directory of a user's persistd.
 *
 *   ~/.persistd/          or PersistRuntimeDir, or as common_own.h says; 0700
 *     <uid>.<8 hex>/      the instance (common_names.h)
 *     current             symbolic link with the name of the instance
 *     start.lock          held by the one process that starts persistd
 *     failed              why the last start failed
 *     log                 persistd's error log, with what workers print */

#ifndef DOOR_RUNTIME_H
#define DOOR_RUNTIME_H

#include <limits.h>
#include <stddef.h>

typedef struct door_runtime {
    char path[PATH_MAX]; /* canonical */
    int fd;
} door_runtime_t;

/* Finds the directory, makes it if it is not there, and judges it and what is
 * above it. wanted: PersistRuntimeDir, or NULL. Returns NULL, or why there is
 * none: a sentence for the log. */
const char *door_runtime_open(door_runtime_t *runtime, const char *wanted);

/* Puts the path of the current instance into instance, which has room for
 * PATH_MAX bytes. Returns 0, or -1 if there has been none yet. */
int door_runtime_instance(const door_runtime_t *runtime, char *instance);

/* Chooses the name of a new instance: nobody else can guess it, so nobody can
 * take the name of its shared memory. Returns 0, or -1 with errno. */
int door_runtime_renew(const door_runtime_t *runtime, char *instance);

#endif /* DOOR_RUNTIME_H */
