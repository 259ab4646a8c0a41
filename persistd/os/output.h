/* SPDX-License-Identifier: Apache-2.0 */
/* output.h: receives what a worker writes to stdout and stderr, through a FIFO
 * that outlives persistd, and cuts it into lines.
 * Why: docs/decisions/worker-output-by-fifo.md */

#ifndef OUTPUT_H
#define OUTPUT_H

#include "base/lines.h"

#include <uv.h>

#define OUTPUT_TAIL 4096u /* bytes kept for error messages */

typedef struct output output_t;

/* Makes the FIFO (0600). Returns a close-on-exec descriptor for the worker, or
 * -1 with errno. The descriptor is open for reading and writing, so the
 * worker's writes never fail. */
int output_make(const char *path);

/* Opens the reading end. `give` receives each line as it comes. Returns NULL
 * with errno. */
output_t *output_open(uv_loop_t *loop, const char *path, lines_fn *give,
                      void *owner);

/* Reads what the worker has written until now, as much as the FIFO holds by
 * default, and about `most` bytes at most. Returns how many were read. Here and
 * below, NULL is allowed. */
size_t output_catch_up(output_t *output, size_t most);

/* Reads what is left after the worker was reaped, and passes on the last line
 * even if it is unfinished. */
void output_drain(output_t *output);

/* The last lines of the output, as many as are kept as a whole, without the
 * final line end. */
const char *output_tail(const output_t *output, size_t *len);

void output_close(output_t *output);

#endif /* OUTPUT_H */
