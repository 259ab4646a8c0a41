/* SPDX-License-Identifier: Apache-2.0 */
/* persist_script_log.c: LOG frames into httpd's error log, under the request's
 * own id. httpd itself escapes what does not belong into a log. */

#include "persist_script_log.h"

#include <http_log.h>
#include <string.h>

APLOG_USE_MODULE(persist);

/* httpd cuts a message at 8 KiB, escapes (four bytes for one) included. */
#define LINE_MAX_BYTES 1900

static size_t line_length(const uint8_t *at, size_t left)
{
    const uint8_t *newline = memchr(at, '\n', left);
    size_t length = newline ? (size_t)(newline - at) : left;
    return length < LINE_MAX_BYTES ? length : LINE_MAX_BYTES;
}

void persist_script_log_write(request_rec *r, const wire_log_t *log)
{
    const uint8_t *at = log->text.data;
    const uint8_t *end = at + log->text.len;
    int level = log->level <= APLOG_DEBUG ? (int)log->level : APLOG_DEBUG;
    while (at < end) {
        size_t length = line_length(at, (size_t)(end - at));
        if (length > 0)
            ap_log_rerror(APLOG_MARK, level, 0, r, "persist: script %s: %.*s",
                          r->filename, (int)length, (const char *)at);
        at += length;
        if (at < end && *at == '\n')
            at++;
    }
}
