/* SPDX-License-Identifier: Apache-2.0 */
/* slots_owners.h: finds out which httpd children are alive, by owners.lock.
 *
 * The first bytes of the file name the table that it belongs to and its own
 * inode, so that a copy of the file is refused. Locks belong to the file, not
 * to its name: another file under the same name would show every child as dead.
 * So a table that has lost its file is given up, and never gets another.
 *
 * A child's owner index is the byte of the file that it locks by fcntl
 * (F_SETLK). The kernel releases the lock when the child dies, however it dies.
 * POSIX drops all locks of a process on a file when the process closes any
 * descriptor of that file, so each process opens the file once and keeps it
 * open. */

#ifndef SLOTS_OWNERS_H
#define SLOTS_OWNERS_H

#include <stdint.h>

/* persistd: makes the file of a new table, in place of any other. Returns the
 * descriptor, close-on-exec, or -1 with errno. */
int slots_owners_create(const char *path, uint64_t table_id);

/* Opens the file of this table, close-on-exec. Returns the descriptor, or -1
 * with errno (ESTALE: the file belongs to another table, or to none). */
int slots_owners_open(const char *path, uint64_t table_id);

/* Returns 1 when the file belongs to this table, else 0. */
int slots_owners_belongs(int fd, uint64_t table_id);

/* httpd child: takes the first free byte of 1…owners. Returns the index, or 0
 * with errno (EAGAIN: all are taken; persistd may hold one during a sweep, so
 * there must be one more than children). The caller then sweeps that index. */
uint32_t slots_owners_take(int fd, uint32_t owners);

/* Returns 1 alive, 0 dead, -1 with errno. Wrong for the index of the calling
 * process, because POSIX does not show a process its own locks. */
int slots_owners_alive(int fd, uint32_t owner);

/* persistd: takes a dead child's byte, so that no child can take the index
 * before slots_owners_free. Returns 1 taken, 0 alive, -1 with errno. */
int slots_owners_seize(int fd, uint32_t owner);

/* Releases a byte. Returns 0, or -1 with errno. */
int slots_owners_free(int fd, uint32_t owner);

#endif /* SLOTS_OWNERS_H */
