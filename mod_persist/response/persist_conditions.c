/* SPDX-License-Identifier: Apache-2.0 */
/* persist_conditions.c: what a client asks for on a condition, or only a part
 * of. httpd compares; here is decided for which responses it does. */

#include "response/persist_conditions.h"
#include "response/persist_ranges.h"

#include <apr_date.h>
#include <http_protocol.h>
#include <util_filter.h>

void persist_conditions_meet(request_rec *r, int *answer)
{
    int verdict = ap_meets_conditions(r);
    if (verdict == HTTP_NOT_MODIFIED)
        r->status = verdict;
    else
        *answer = verdict;
}

static int is_dated(const request_rec *r)
{
    const char *date = apr_table_get(r->headers_out, "Last-Modified");
    return date && apr_date_parse_http(date) != APR_DATE_BAD;
}

static int is_by_tag(const request_rec *r)
{
    return apr_table_get(r->headers_in, "If-None-Match") ||
           apr_table_get(r->headers_in, "If-Match");
}

/* Without a date of the response, conditions by date are ignored (RFC 9110,
 * 13.1.3 and 13.1.4). httpd would take the time of the request. */
static void meet_by_tag(request_rec *r, int *answer)
{
    apr_table_t *asked = r->headers_in;
    r->headers_in = apr_table_copy(r->pool, asked);
    apr_table_unset(r->headers_in, "If-Modified-Since");
    apr_table_unset(r->headers_in, "If-Unmodified-Since");
    persist_conditions_meet(r, answer);
    r->headers_in = asked;
}

void persist_conditions_check(request_rec *r, const persist_headers_t *headers,
                              int *answer)
{
    if (!headers->validated || r->status != HTTP_OK ||
        r->method_number != M_GET)
        return;
    if (is_dated(r))
        persist_conditions_meet(r, answer);
    else if (is_by_tag(r))
        meet_by_tag(r, answer);
}

void persist_conditions_range(request_rec *r, int is_cgi, int is_file)
{
    if (r->main || !apr_table_get(r->headers_in, "Range"))
        return;
    persist_ranges_t response = {
        .is_get = r->method_number == M_GET && !r->header_only,
        .is_cgi = is_cgi,
        .is_file = is_file,
        .is_dated = is_dated(r),
        .etag = apr_table_get(r->headers_out, "ETag"),
        .accepts = apr_table_get(r->headers_out, "Accept-Ranges"),
    };
    if (!persist_ranges_allowed(&response))
        ap_remove_output_filter_byhandle(r->output_filters, "BYTERANGE");
}
