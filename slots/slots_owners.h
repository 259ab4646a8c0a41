/* SPDX-License-Identifier: Apache-2.0 */
/* slots_owners.h: which httpd children are alive, by owners.lock.
 *
 * The file says in its first bytes which table it belongs to, and which inode
 * it is, so that a copy of it is refused. Locks are on the file, not on its
 * name: another file under the name would show every child as dead. So a table
 * that has lost its file is given up, and never gets another.
 *
 * A child's owner index is the byte of the file that it holds by fcntl
 * (F_SETLK); the kernel lets go when it dies, however it dies. POSIX drops all
 * of a process's locks on a file when it closes any descriptor of that file,
 * so each process opens it once and keeps it. */

#ifndef SLOTS_OWNERS_H
#define SLOTS_OWNERS_H

#include <stdint.h>

/* persistd: makes the file of a new table, in place of any other. Returns the
 * descriptor, close-on-exec, or -1 with errno. */
int slots_owners_create(const char *path, uint64_t table_id);

/* Opens the file of this table, close-on-exec. Returns the descriptor, or -1
 * with errno (ESTALE: it belongs to another table, or to none). */
int slots_owners_open(const char *path, uint64_t table_id);

/* 1 when the file is this table's, else 0. */
int slots_owners_belongs(int fd, uint64_t table_id);

/* httpd child: takes the first free byte of 1…owners. Returns the index, or 0
 * with errno (EAGAIN: all taken; persistd may hold one for the moment of a
 * sweep, so there must be one more than children). The caller then sweeps that
 * index. */
uint32_t slots_owners_take(int fd, uint32_t owners);

/* 1 alive, 0 dead, -1 with errno. Wrong for the calling process's own index:
 * POSIX does not show a process its own locks. */
int slots_owners_alive(int fd, uint32_t owner);

/* persistd: takes a dead child's byte, so that the index stays unused until
 * slots_owners_free. Returns 1 taken, 0 alive, -1 with errno. */
int slots_owners_seize(int fd, uint32_t owner);

/* Lets go of a byte. Returns 0, or -1 with errno. */
int slots_owners_free(int fd, uint32_t owner);

#endif /* SLOTS_OWNERS_H */
