/* SPDX-License-Identifier: Apache-2.0 */
/* persist_script_log.c: writes LOG frames into httpd's error log, under the
 * request's id, and sends a copy to persistd. httpd itself escapes characters
 * that may not stand in a log. */

#include "exchange/persist_script_log.h"
#include "common_clock.h"
#include "slots_rate.h"

#include <http_log.h>
#include <string.h>

APLOG_USE_MODULE(persist);

/* httpd cuts a message at 8 KiB, with its escapes (four bytes for one). */
#define LINE_MAX_BYTES 1900
/* About the length of what httpd and this file put before a line. */
#define HEAD_BYTES 200

static size_t line_length(const uint8_t *at, size_t left)
{
    const uint8_t *newline = memchr(at, '\n', left);
    size_t length = newline ? (size_t)(newline - at) : left;
    return length < LINE_MAX_BYTES ? length : LINE_MAX_BYTES;
}

static void write_line(persist_call_t *call, int level, const char *text,
                       size_t length)
{
    request_rec *r = call->r;
    slots_table_t *table = &call->child->table;
    slots_rate_t *rate = &table->pools[call->lease.pool].log;
    uint32_t pid = atomic_load(&table->slots[call->lease.slot].pid);
    uint32_t dropped = 0;
    if (!slots_rate_take(rate, common_now_us(), (uint32_t)length + HEAD_BYTES,
                         APLOG_R_IS_LEVEL(r, APLOG_WARNING) ? &dropped : NULL))
        return;
    if (dropped > 0)
        ap_log_rerror(APLOG_MARK, APLOG_WARNING, 0, r,
                      "pool %s: %u lines of its log were dropped", r->filename,
                      dropped);
    ap_log_rerror(APLOG_MARK, level, 0, r, "pool %s: pid %u: %.*s", r->filename,
                  pid, (int)length, text);
}

/* The owner sees all levels: LogLevel is the administrator's. */
static void copy(const persist_call_t *call, const wire_log_t *log)
{
    const slots_slot_t *slot = &call->child->table.slots[call->lease.slot];
    const wire_said_t said = {
        .kind = WIRE_SAID_LOG,
        .pid = atomic_load(&slot->pid),
        .script = call->definition.script,
        .request_id = call->id,
        .text = log->text,
    };
    persist_child_copy(call->child, call->lease.pool, &said);
}

/* Levels above error are for the server itself: syslog shows emerg on every
 * terminal, and scripts must not write there. */
static int level_of(uint64_t level)
{
    if (level < APLOG_ERR)
        return APLOG_ERR;
    return level <= APLOG_DEBUG ? (int)level : APLOG_DEBUG;
}

void persist_script_log_write(persist_call_t *call, const wire_log_t *log)
{
    const uint8_t *at = log->text.data;
    const uint8_t *end = at + log->text.len;
    int level = level_of(log->level);
    if (call->config.pool.debug)
        persist_words_hear(&call->words, log->text, call->r->pool);
    copy(call, log);
    if (!APLOG_R_IS_LEVEL(call->r, level))
        return;
    while (at < end) {
        size_t length = line_length(at, (size_t)(end - at));
        if (length > 0)
            write_line(call, level, (const char *)at, length);
        at += length;
        if (at < end && *at == '\n')
            at++;
    }
}
