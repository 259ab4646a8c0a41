/* SPDX-License-Identifier: Apache-2.0 */
/* persist_trace.h: LogLevel persist:trace2 shows a request's way. */

#ifndef PERSIST_TRACE_H
#define PERSIST_TRACE_H

#include "exchange/persist_call.h"

/* One line, which begins with the request's id; format: as apr_psprintf(), so
 * APR_SIZE_T_FMT and not %zu. Below that level nothing is formatted: a call
 * costs a comparison. */
void persist_trace(const persist_call_t *call, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif /* PERSIST_TRACE_H */
