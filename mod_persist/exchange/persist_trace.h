/* SPDX-License-Identifier: Apache-2.0 */
/* persist_trace.h: trace lines of a request (LogLevel persist:trace2). */

#ifndef PERSIST_TRACE_H
#define PERSIST_TRACE_H

#include "exchange/persist_call.h"

/* Logs one line that begins with the request's id. The format is
 * apr_psprintf()'s, so use APR_SIZE_T_FMT and not %zu. Below that level nothing
 * is formatted; a call then costs one comparison. */
void persist_trace(const persist_call_t *call, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif /* PERSIST_TRACE_H */
