/* SPDX-License-Identifier: Apache-2.0 */
/* persist_fields.h: puts a worker's headers into httpd's tables. */

#ifndef PERSIST_FIELDS_H
#define PERSIST_FIELDS_H

#include "response/persist_fault.h"
#include "response/persist_headers.h"

#include <httpd.h>

/* Works like persist_headers_check(), and sets *fault if the check fails. */
int persist_fields_check(request_rec *r, wire_list_t list,
                         persist_headers_rules_t rules,
                         persist_headers_t *headers, persist_fault_t *fault);

/* Logs that a header was left out, once for each pool (an index). Does nothing
 * for len 0. */
void persist_fields_note(request_rec *r, uint32_t pool, wire_bytes_t dropped);

/* Adds the headers of a response, which were checked. is_cgi: puts them where
 * mod_cgid would. */
void persist_fields_add(request_rec *r, wire_list_t list, int is_cgi);

/* Sets r->status_line to the worker's own reason phrase behind r->status, or to
 * httpd's. */
void persist_fields_phrase(request_rec *r, const persist_headers_t *headers);

/* Copies the headers that may stand in an interim response or in trailers into
 * the table, with memory of its pool. */
void persist_fields_add_plain(wire_list_t list, apr_table_t *table);

#endif /* PERSIST_FIELDS_H */
