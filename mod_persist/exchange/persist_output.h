/* SPDX-License-Identifier: Apache-2.0 */
/* persist_output.h: the frame that is being sent to a worker. */

#ifndef PERSIST_OUTPUT_H
#define PERSIST_OUTPUT_H

#include <stddef.h>
#include <sys/uio.h>

#define PERSIST_OUTPUT_PARTS 18

/* Runs of bytes, owned by others, that are sent in order. Private to a
 * thread. */
typedef struct persist_output {
    struct iovec parts[PERSIST_OUTPUT_PARTS];
    int first;  /* first part that is not yet sent */
    int count;  /* parts in use; first == count: nothing to send */
    int passed; /* descriptor to pass with the first byte; -1: none */
} persist_output_t;

void persist_output_clear(persist_output_t *output);

/* Passes this descriptor, which stays the caller's, with the next byte. */
void persist_output_pass(persist_output_t *output, int fd);

/* Adds a run of bytes. An empty run is left out; a run that begins where the
 * last one ends extends it. There must be a part left. */
void persist_output_add(persist_output_t *output, const void *data, size_t len);

/* True while there are bytes to send. */
int persist_output_pending(const persist_output_t *output);

/* Sends what the socket takes; never blocks. Returns the bytes taken (0: it
 * would block), or -1 with errno if the other side is gone. */
long persist_output_send(persist_output_t *output, int fd);

#endif /* PERSIST_OUTPUT_H */
