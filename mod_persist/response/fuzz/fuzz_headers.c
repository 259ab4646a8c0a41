/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_headers.c: whatever list of headers a worker sends, httpd's tables get
 * no header that would be more than one line, and none that belongs to the
 * connection. Only the flag WIRE_CGI makes httpd answer in the script's place.
 *
 * The input begins with four bytes: which message it is, its status, the
 * request, and the result of httpd's conditions. Names and values follow in
 * turn, each behind a byte with its length. */

#include "fuzz_httpd.h"
#include "response/persist_cgi.h"
#include "response/persist_fields.h"

#include <http_request.h>
#include <stdlib.h>
#include <string.h>

#define HEAD 4
#define ITEMS_MAX 64

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(int holds)
{
    if (!holds)
        abort();
}

/* ---- what RFC 9110 says, written down once more ---- */

static int is_line(const uint8_t *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if ((bytes[i] < ' ' && bytes[i] != '\t') || bytes[i] == 127)
            return 0;
    return 1;
}

static int is_name(const uint8_t *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (bytes[i] <= ' ' || bytes[i] >= 127 ||
            memchr("\"(),/:;<=>?@[\\]{}", bytes[i], 17))
            return 0;
    return len > 0;
}

static int is_text(const char *bytes, int (*check)(const uint8_t *, size_t))
{
    return check((const uint8_t *)bytes, strlen(bytes));
}

static int is_one_of(const char *name, const char *const *names)
{
    while (*names && strcasecmp(*names, name) != 0)
        names++;
    return *names != NULL;
}

static const char *const of_connection[] = {
    "Transfer-Encoding", "Connection", "Keep-Alive", "Upgrade", "Trailer", "TE",
    "Content-Length",    "Status",     NULL};
static const char *const once[] = {"Content-Type", "Location", "ETag",
                                   "Last-Modified", NULL};

/* ---- the tables afterwards ---- */

static void check_table(const apr_table_t *table, int plain)
{
    const apr_array_header_t *all = apr_table_elts(table);
    const apr_table_entry_t *entry = (const apr_table_entry_t *)all->elts;
    unsigned seen[sizeof(once) / sizeof(once[0])] = {0};
    for (int i = 0; i < all->nelts; i++) {
        expect(is_text(entry[i].key, is_name));
        expect(is_text(entry[i].val, is_line));
        expect(!is_one_of(entry[i].key, of_connection));
        expect(!plain || !is_one_of(entry[i].key, once));
        for (int j = 0; once[j]; j++)
            expect(strcasecmp(entry[i].key, once[j]) != 0 || !seen[j]++);
    }
}

static void check_request(const request_rec *r)
{
    check_table(r->headers_out, 0);
    check_table(r->err_headers_out, 0);
    expect(!r->content_type || is_text(r->content_type, is_line));
}

/* ---- the way of a response, as persist_response.c goes it ---- */

static void check_line(request_rec *r, const persist_headers_t *headers)
{
    persist_fields_phrase(r, headers);
    expect(is_text(r->status_line, is_line) && r->status_line[3] == ' ' &&
           atoi(r->status_line) == r->status);
}

static void answer(request_rec *r, wire_list_t list, int status, int is_cgi,
                   const persist_headers_t *headers)
{
    const char *before = apr_table_get(r->headers_out, "Location");
    persist_cgi_t cgi = {NULL, OK};
    expect(!before);
    persist_fields_note(r, 0, headers->dropped);
    persist_fields_add(r, list, is_cgi);
    check_request(r);
    if (!is_cgi) {
        r->status = status;
        check_line(r, headers);
        return;
    }
    persist_cgi_judge(r, headers, status, &cgi);
    expect(r->status >= 200 && r->status <= 599);
    expect(!headers->status || r->status == headers->status);
    check_line(r, headers);
    expect(!cgi.redirect ||
           (*cgi.redirect == '/' && r->status == HTTP_OK && cgi.answer == OK &&
            is_text(cgi.redirect, is_line)));
    expect(cgi.answer == OK || cgi.answer == HTTP_MOVED_TEMPORARILY ||
           cgi.answer == HTTP_PRECONDITION_FAILED);
}

/* INFO, or trailers. */
static void tell(request_rec *r, wire_list_t list)
{
    persist_fields_add_plain(list, r->trailers_out);
    check_table(r->trailers_out, 1);
}

static persist_headers_rules_t rules_of(unsigned kind)
{
    if (!(kind & 1))
        return PERSIST_HEADERS_HTTP;
    return kind & 4 ? PERSIST_HEADERS_CGI_LENGTH : PERSIST_HEADERS_CGI;
}

static void check_verdict(wire_list_t list, const persist_headers_t *headers,
                          int verdict)
{
    int wrong = 0;
    for (size_t i = 0; i + 1 < list.count; i += 2)
        wrong |= !is_name(list.items[i].data, list.items[i].len) ||
                 !is_line(list.items[i + 1].data, list.items[i + 1].len);
    expect(!wrong || verdict != 0);
    expect(verdict != 0 || headers->content_length >= -1);
    expect(verdict != 0 || headers->status == 0 ||
           (headers->status >= 200 && headers->status <= 599));
}

/* Each item is in memory of its own size, so that a read of one byte too many
 * is detected. */
static size_t read_items(const uint8_t *data, size_t size, wire_bytes_t *items,
                         apr_pool_t *p)
{
    size_t count = 0;
    while (size > 0 && count < ITEMS_MAX) {
        size_t len = *data < size ? *data : size - 1;
        items[count++] =
            (wire_bytes_t){(uint8_t *)fuzz_copy(p, data + 1, len), len};
        data += 1 + len;
        size -= 1 + len;
    }
    return count - count % 2;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wire_bytes_t items[ITEMS_MAX];
    persist_headers_t headers;
    persist_fault_t fault;
    if (size < HEAD)
        return 0;
    request_rec *r = fuzz_request(data[2], data[3]);
    wire_list_t list = {items,
                        read_items(data + HEAD, size - HEAD, items, r->pool)};
    int verdict =
        persist_fields_check(r, list, rules_of(data[0]), &headers, &fault);
    check_verdict(list, &headers, verdict);
    if (verdict == 0 && data[0] & 2)
        tell(r, list);
    else if (verdict == 0)
        answer(r, list, 200 + data[1] % 4 * 100 + data[1] / 4 % 100,
               data[0] & 1, &headers);
    apr_pool_destroy(r->pool);
    return 0;
}
