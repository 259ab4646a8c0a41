/* SPDX-License-Identifier: Apache-2.0 */
/* persist_buffers_test.c: how many buffers a child keeps. */

#include "exchange/persist_buffers.h"
#include "tap.h"

#include <pthread.h>
#include <string.h>

#define LARGE ((size_t)100000)
#define THREADS 300 /* more than have a place of their own */
#define TURNS 1000

static void test_same_thread(void)
{
    persist_buffers_t *one = persist_buffers_borrow();
    persist_buffers_t *inner = persist_buffers_borrow();
    ok(one && inner && one != inner,
       "a request inside another one has buffers of its own");
    persist_buffers_return(inner);
    persist_buffers_return(one);
    ok(persist_buffers_borrow() == one, "a thread gets what it used last");
    persist_buffers_return(one);
}

static void fill(persist_buffers_t *buffers)
{
    static char bytes[LARGE];
    static const uint8_t prefix[] = {0xce, 0, 1, 0x86, 0xa0};
    size_t room;
    msgpack_sbuffer_write(&buffers->frame, bytes, sizeof(bytes));
    uint8_t *space = wire_reader_space(&buffers->reader, &room);
    memcpy(space, prefix, sizeof(prefix));
    wire_reader_commit(&buffers->reader, sizeof(prefix));
    if (!wire_reader_space(&buffers->reader, &room))
        bail_out("no memory");
}

static void test_memory(void)
{
    persist_buffers_t *one = persist_buffers_borrow();
    fill(one);
    ok(one->reader.size > LARGE, "a large frame needs a large buffer");
    persist_buffers_return(one);
    one = persist_buffers_borrow();
    is_int(one->reader.size, 0, "which is not kept");
    is_int(one->frame.alloc, 0, "nor is that of a large request");
    is_int(wire_reader_pending(&one->reader), 0, "nothing is pending");
    persist_buffers_return(one);
}

/* Each thread writes its own mark and must find it again. */
static void *take_turns(void *mark)
{
    for (int turn = 0; turn < TURNS; turn++) {
        persist_buffers_t *buffers = persist_buffers_borrow();
        msgpack_sbuffer_clear(&buffers->frame);
        msgpack_sbuffer_write(&buffers->frame, mark, sizeof(int));
        if (memcmp(buffers->frame.data, mark, sizeof(int)) != 0)
            return mark;
        persist_buffers_return(buffers);
    }
    return NULL;
}

static void test_threads(void)
{
    static pthread_t threads[THREADS];
    static int marks[THREADS];
    int mixed = 0;
    for (int n = 0; n < THREADS; n++) {
        marks[n] = n;
        if (pthread_create(&threads[n], NULL, take_turns, &marks[n]) != 0)
            bail_out("no thread");
    }
    for (int n = 0; n < THREADS; n++) {
        void *wrong;
        pthread_join(threads[n], &wrong);
        mixed += wrong != NULL;
    }
    is_int(mixed, 0, "no two threads have the same buffers at a time");
}

int main(void)
{
    test_same_thread();
    test_memory();
    test_threads();
    return done_testing();
}
