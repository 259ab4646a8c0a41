/* SPDX-License-Identifier: Apache-2.0 */
/* output.h: what a worker writes to stdout and stderr: a FIFO that outlives
 * persistd, cut into lines.
 * Why: docs/decisions/worker-output-by-fifo.md */

#ifndef OUTPUT_H
#define OUTPUT_H

#include "base/lines.h"

#include <uv.h>

#define OUTPUT_TAIL 4096u /* the last bytes are kept for error messages */

typedef struct output output_t;

/* Makes the FIFO (0600). Returns a descriptor for the worker, open for reading
 * and writing so that its writes never fail, close-on-exec; or -1 with errno.
 */
int output_make(const char *path);

/* Opens the reading end. `give` gets each line as it comes. Returns NULL with
 * errno. */
output_t *output_open(uv_loop_t *loop, const char *path, lines_fn *give,
                      void *owner);

/* The worker has been reaped: reads what is there and gives out the last line,
 * whole or not. NULL is fine here and below. */
void output_drain(output_t *output);

/* The last bytes of what was written, without the line end. */
const char *output_tail(const output_t *output, size_t *len);

void output_close(output_t *output);

#endif /* OUTPUT_H */
