/* SPDX-License-Identifier: Apache-2.0 */
/* persist_local.h: does stat() tell each change of a file? */

#ifndef PERSIST_LOCAL_H
#define PERSIST_LOCAL_H

/* True if the directory is on a local file system that is known to give a
 * changed file another time. Network file systems and those of programs (FUSE)
 * answer stat() from caches of their own. */
int persist_local_is(const char *dir);

/* The same of an open file, which a link may have led elsewhere. */
int persist_local_is_open(int fd);

#endif /* PERSIST_LOCAL_H */
