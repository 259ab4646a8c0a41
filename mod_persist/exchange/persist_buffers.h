/* SPDX-License-Identifier: Apache-2.0 */
/* persist_buffers.h: the memory in which a thread talks to a worker. A
 * connection has it only while a thread uses the connection, so that a child
 * with thousands of idle connections keeps a few buffers for each thread. */

#ifndef PERSIST_BUFFERS_H
#define PERSIST_BUFFERS_H

#include "wire_frame.h"

#include <msgpack/sbuffer.h>

/* Private to the thread that has borrowed it. */
typedef struct persist_buffers {
    wire_reader_t reader;  /* from the worker */
    msgpack_sbuffer frame; /* to the worker */
} persist_buffers_t;

/* Any thread: returns empty buffers, if possible those that this thread used
 * last. Returns NULL if memory is short. */
persist_buffers_t *persist_buffers_borrow(void);

/* Gives buffers back. What is in them is lost, and memory that a large request
 * or answer needed is freed. */
void persist_buffers_return(persist_buffers_t *buffers);

#endif /* PERSIST_BUFFERS_H */
