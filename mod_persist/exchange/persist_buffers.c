/* SPDX-License-Identifier: Apache-2.0 */
/* persist_buffers.c: keeps one set of buffers for each thread of this child.
 *
 * The sets lie in an array and not in thread-local variables: those would need
 * a destructor in this module, which may be unmapped when a thread ends. A
 * request inside another one (SSI) finds the set of its thread in use and
 * allocates a second one, which is freed when both are given back. */

#include "exchange/persist_buffers.h"

#include <stdatomic.h>
#include <stdlib.h>

/* Threads that have a place of their own. Further threads share. */
#define SPARES 256u

/* Enough for REQUEST, unless it has very many variables. */
#define KEEP_SIZE ((size_t)64 << 10)

typedef struct spare {
    /* NULL: in use. Any thread, by exchange. */
    _Alignas(64) _Atomic(persist_buffers_t *) buffers;
} spare_t;

static spare_t spares[SPARES];

static _Atomic(persist_buffers_t *) *spare_of_thread(void)
{
    static _Atomic unsigned threads;
    static _Thread_local unsigned number; /* 0: not yet numbered */
    while (number == 0)
        number = atomic_fetch_add(&threads, 1) + 1;
    return &spares[number % SPARES].buffers;
}

static persist_buffers_t *make(void)
{
    persist_buffers_t *buffers = malloc(sizeof(*buffers));
    if (!buffers)
        return NULL;
    wire_reader_init(&buffers->reader);
    msgpack_sbuffer_init(&buffers->frame);
    return buffers;
}

static void destroy(persist_buffers_t *buffers)
{
    if (!buffers)
        return;
    wire_reader_destroy(&buffers->reader);
    msgpack_sbuffer_destroy(&buffers->frame);
    free(buffers);
}

persist_buffers_t *persist_buffers_borrow(void)
{
    persist_buffers_t *buffers = atomic_exchange(spare_of_thread(), NULL);
    return buffers ? buffers : make();
}

void persist_buffers_return(persist_buffers_t *buffers)
{
    wire_reader_reset(&buffers->reader);
    if (buffers->frame.alloc > KEEP_SIZE) {
        msgpack_sbuffer_destroy(&buffers->frame);
        msgpack_sbuffer_init(&buffers->frame);
    }
    destroy(atomic_exchange(spare_of_thread(), buffers));
}
