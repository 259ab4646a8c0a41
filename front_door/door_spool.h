/* SPDX-License-Identifier: Apache-2.0 */
/* door_spool.h: a temporary file for what memory has no room for. */

#ifndef DOOR_SPOOL_H
#define DOOR_SPOOL_H

#include <stddef.h>
#include <stdint.h>

/* Bytes that are kept in memory before there is a file; as in
 * persist_spool.h. */
#define DOOR_SPOOL_MEMORY ((size_t)256 << 10)

typedef struct door_spool {
    int fd;          /* 0: no file has been needed yet */
    uint64_t length; /* bytes in it */
} door_spool_t;

/* Appends bytes. Returns 0, or -1 with errno; then the spool has what it had
 * before. The file is in the directory that TMPDIR names, or in /tmp. */
int door_spool_append(door_spool_t *spool, const void *bytes, size_t len);

/* Reads up to `most` bytes of a file (of a spool or another one) from an
 * offset. A file that shrinks is no signal. Returns how many; 0 at its end; -1
 * with errno. */
long door_spool_read(int fd, uint64_t at, void *to, size_t most);

#endif /* DOOR_SPOOL_H */
