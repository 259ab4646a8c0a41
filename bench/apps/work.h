/* SPDX-License-Identifier: Apache-2.0 */
/* work.h: the work of all workers in C, whatever server brings the request. It
 * is the same as in work.py and work.rb, so that peers are compared at equal
 * work. */

#ifndef WORK_H
#define WORK_H

#include <stddef.h>

#define WORK_HELLO "hello\n"
#define WORK_BLOCK (1024 * 1024)

/* Returns the n in /bytes/n, 0 for any other path. */
size_t work_bytes(const char *path);

/* Returns n bytes for a response, or NULL for more than WORK_BLOCK. */
const char *work_piece(size_t n);

#endif
