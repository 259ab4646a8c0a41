/* SPDX-License-Identifier: Apache-2.0 */
/* persist_fields.h: a worker's headers on their way into httpd's tables. */

#ifndef PERSIST_FIELDS_H
#define PERSIST_FIELDS_H

#include "response/persist_fault.h"
#include "response/persist_headers.h"

#include <httpd.h>

/* As persist_headers_check(), with *fault set when it fails. */
int persist_fields_check(request_rec *r, wire_list_t list,
                         persist_headers_t *headers, persist_fault_t *fault);

/* Logs a header that is left out, once for each pool (an index). len 0: none.
 */
void persist_fields_note(request_rec *r, uint32_t pool, wire_bytes_t dropped);

/* The headers of a response, which were checked; is_cgi: as mod_cgid has them.
 */
void persist_fields_add(request_rec *r, wire_list_t list, int is_cgi);

/* What may stand in an interim response or in trailers, copied into the table's
 * pool. */
void persist_fields_add_plain(wire_list_t list, apr_table_t *table);

#endif /* PERSIST_FIELDS_H */
