/* SPDX-License-Identifier: Apache-2.0 */
/* version.h: which state of a script's file is there now. */

#ifndef VERSION_H
#define VERSION_H

#include <stdint.h>
#include <sys/types.h>

/* Looks at the file. Returns slots_version() of it with *owner set (NULL: not
 * wanted), or 0 with errno when there is no regular file (EINVAL: something
 * else is there). */
uint64_t version_look(const char *path, uid_t *owner);

#endif /* VERSION_H */
