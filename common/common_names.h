/* SPDX-License-Identifier: Apache-2.0 */
/* common_names.h: the files of one instance. Names are computed from numbers
 * and the instance's directory, and never read from anywhere.
 *
 *   PersistRuntimeDir/            made by httpd's parent, owned by User, 0755
 *     <parent pid>.<8 hex>/       the instance, 0711
 *       admin                     socket for persistctl, 0666
 *       p/                        0700
 *         http                    socket for httpd's children
 *         w.<slot>.<incarnation>  a worker's listening socket
 *         owners.lock persistd.lock journal table */

#ifndef COMMON_NAMES_H
#define COMMON_NAMES_H

#include <stddef.h>
#include <stdint.h>

typedef enum common_name {
    COMMON_NAME_PRIVATE, /* the directory p */
    COMMON_NAME_ADMIN,
    COMMON_NAME_HTTP,
    COMMON_NAME_OWNERS,
    COMMON_NAME_LOCK,
    COMMON_NAME_JOURNAL,
    COMMON_NAME_TABLE /* the name given to apr_shm */
} common_name_t;

/* The longest instance directory, without NUL, whose socket names fit into
 * sun_path with any slot and incarnation. Longer ones are refused, never
 * truncated. */
#define COMMON_INSTANCE_MAX 80u

/* Size of the longest name, NUL included. */
#define COMMON_PATH_SIZE 108u

/* Writes the path with its NUL. Returns 0, or -1 with errno ENAMETOOLONG when
 * instance is longer than COMMON_INSTANCE_MAX. */
int common_name_path(char path[COMMON_PATH_SIZE], const char *instance,
                     common_name_t name);
int common_worker_path(char path[COMMON_PATH_SIZE], const char *instance,
                       uint32_t slot, uint32_t incarnation);

/* Parses the name "w.<slot>.<incarnation>" from a directory listing. Returns 0,
 * or -1 when the name is not exactly what common_worker_path would have made.
 */
int common_worker_parse(const char *name, uint32_t *slot,
                        uint32_t *incarnation);

#endif /* COMMON_NAMES_H */
