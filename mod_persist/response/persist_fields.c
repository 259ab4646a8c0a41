/* SPDX-License-Identifier: Apache-2.0 */
/* persist_fields.c: puts a worker's headers into httpd's tables. */

#include "response/persist_fields.h"
#include "response/persist_cgi.h"
#include "wire_fault.h"

#include <apr_strings.h>
#include <http_log.h>
#include <http_protocol.h>
#include <stdatomic.h>

APLOG_USE_MODULE(persist);

/* Pools (by index, modulo) whose dropped headers this child has logged. */
static _Atomic unsigned char noted[1024];

static char *text(apr_pool_t *p, wire_bytes_t bytes)
{
    return apr_pstrmemdup(p, (const char *)bytes.data, bytes.len);
}

int persist_fields_check(request_rec *r, wire_list_t list,
                         persist_headers_rules_t rules,
                         persist_headers_t *headers, persist_fault_t *fault)
{
    if (persist_headers_check(list, rules, headers) == 0)
        return 0;
    return persist_fault_set(
        fault, WIRE_FAULT_BAD_HEADER,
        apr_pstrcat(r->pool, "\"", text(r->pool, headers->bad), "\"", NULL));
}

void persist_fields_note(request_rec *r, uint32_t pool, wire_bytes_t dropped)
{
    _Atomic unsigned char *mark =
        &noted[pool % (sizeof(noted) / sizeof(noted[0]))];
    if (dropped.len > 0 && !atomic_exchange(mark, 1))
        ap_log_rerror(APLOG_MARK, APLOG_WARNING, 0, r,
                      "persist: header %s of the script is left out: the "
                      "connection is httpd's: %s",
                      text(r->pool, dropped), r->filename);
}

static void add(request_rec *r, persist_header_t kind, const char *name,
                const char *value)
{
    switch (kind) {
    case PERSIST_HEADER_CONTENT_TYPE:
        ap_set_content_type(r, value);
        break;
    case PERSIST_HEADER_CONTENT_LENGTH:
    case PERSIST_HEADER_STATUS:
    case PERSIST_HEADER_DROPPED:
        break;
    default:
        apr_table_addn(r->headers_out, name, value);
    }
}

void persist_fields_add(request_rec *r, wire_list_t list, int is_cgi)
{
    for (size_t i = 0; i + 1 < list.count; i += 2) {
        persist_header_t kind = persist_headers_kind(list.items[i]);
        char *name = text(r->pool, list.items[i]);
        char *value = text(r->pool, list.items[i + 1]);
        if (is_cgi)
            persist_cgi_header(r, kind, name, value);
        else
            add(r, kind, name, value);
    }
}

/* httpd would send a status that it has no text for as 500. */
void persist_fields_phrase(request_rec *r, const persist_headers_t *headers)
{
    wire_bytes_t line = persist_headers_line(headers, r->status);
    r->status_line = line.len ? text(r->pool, line)
                              : ap_get_status_line_ex(r->pool, r->status);
}

void persist_fields_add_plain(wire_list_t list, apr_table_t *table)
{
    apr_pool_t *p = apr_table_elts(table)->pool;
    for (size_t i = 0; i + 1 < list.count; i += 2)
        if (persist_headers_kind(list.items[i]) == PERSIST_HEADER_PLAIN)
            apr_table_addn(table, text(p, list.items[i]),
                           text(p, list.items[i + 1]));
}
