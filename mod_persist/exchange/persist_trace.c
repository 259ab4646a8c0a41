/* SPDX-License-Identifier: Apache-2.0 */
/* persist_trace.c: trace lines of a request. */

#include "exchange/persist_trace.h"

#include <apr_strings.h>
#include <http_log.h>
#include <stdarg.h>

APLOG_USE_MODULE(persist);

void persist_trace(const persist_call_t *call, const char *format, ...)
{
    request_rec *r = call->r;
    va_list arguments;
    if (!APLOGrtrace2(r))
        return;
    va_start(arguments, format);
    const char *text = apr_pvsprintf(r->pool, format, arguments);
    va_end(arguments);
    ap_log_rerror(APLOG_MARK, APLOG_TRACE2, 0, r, "request %.*s: %s",
                  (int)call->id.len, (const char *)call->id.data, text);
}
