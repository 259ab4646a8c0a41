/* SPDX-License-Identifier: Apache-2.0 */
/* work.h: what all workers in C do, whoever brings the request: the same as
 * work.py and work.rb, so that peers are compared at equal work. */

#ifndef WORK_H
#define WORK_H

#include <stddef.h>

#define WORK_HELLO "hello\n"
#define WORK_BLOCK (1024 * 1024)

/* The n in /bytes/n, 0 for any other path. */
size_t work_bytes(const char *path);

/* n bytes to answer with, NULL for more than WORK_BLOCK. */
const char *work_piece(size_t n);

#endif
