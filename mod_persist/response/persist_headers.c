/* SPDX-License-Identifier: Apache-2.0 */
/* persist_headers.c: which response headers a worker may send. Pure. A worker
 * may be hostile, and a header that passes here is sent to the client. */

#include "response/persist_headers.h"
#include "wire_fault.h"

#include <strings.h>

#define NAME(text)                                                             \
    {                                                                          \
        (const uint8_t *)(text), sizeof(text) - 1                              \
    }

/* Names with their lengths. Most headers are none of these, which their length
 * alone shows. */
static const struct {
    wire_bytes_t name;
    persist_header_t kind;
} special[] = {
    {NAME("Content-Type"), PERSIST_HEADER_CONTENT_TYPE},
    {NAME("Content-Length"), PERSIST_HEADER_CONTENT_LENGTH},
    {NAME("Location"), PERSIST_HEADER_LOCATION},
    {NAME("ETag"), PERSIST_HEADER_ETAG},
    {NAME("Last-Modified"), PERSIST_HEADER_LAST_MODIFIED},
    {NAME("Status"), PERSIST_HEADER_STATUS},
    {NAME("Transfer-Encoding"), PERSIST_HEADER_DROPPED},
    {NAME("Connection"), PERSIST_HEADER_DROPPED},
    {NAME("Keep-Alive"), PERSIST_HEADER_DROPPED},
    {NAME("Upgrade"), PERSIST_HEADER_DROPPED},
    {NAME("Trailer"), PERSIST_HEADER_DROPPED},
    {NAME("TE"), PERSIST_HEADER_DROPPED},
};

persist_header_t persist_headers_kind(wire_bytes_t name)
{
    for (size_t i = 0; i < sizeof(special) / sizeof(special[0]); i++)
        if (special[i].name.len == name.len &&
            strncasecmp((const char *)special[i].name.data,
                        (const char *)name.data, name.len) == 0)
            return special[i].kind;
    return PERSIST_HEADER_PLAIN;
}

/* tchar of RFC 9110, 5.6.2 */
static const char is_token_byte[256] = {
    ['0' ... '9'] = 1, ['A' ... 'Z'] = 1, ['a' ... 'z'] = 1, ['!'] = 1,
    ['#'] = 1,         ['$'] = 1,         ['%'] = 1,         ['&'] = 1,
    ['\''] = 1,        ['*'] = 1,         ['+'] = 1,         ['-'] = 1,
    ['.'] = 1,         ['^'] = 1,         ['_'] = 1,         ['`'] = 1,
    ['|'] = 1,         ['~'] = 1};

static int is_token(wire_bytes_t name)
{
    for (size_t i = 0; i < name.len; i++)
        if (!is_token_byte[name.data[i]])
            return 0;
    return name.len > 0;
}

static int is_value(wire_bytes_t value)
{
    for (size_t i = 0; i < value.len; i++)
        if ((value.data[i] < 0x20 && value.data[i] != '\t') ||
            value.data[i] == 0x7f)
            return 0;
    return 1;
}

/* Decimal digits only, at most 18 of them; -1 otherwise. */
static int64_t decimal(wire_bytes_t value)
{
    int64_t number = 0;
    if (value.len == 0 || value.len > 18)
        return -1;
    for (size_t i = 0; i < value.len; i++) {
        if (value.data[i] < '0' || value.data[i] > '9')
            return -1;
        number = 10 * number + (value.data[i] - '0');
    }
    return number;
}

/* May the byte stand behind the number of Status? mod_cgid takes "404-Not
 * Found" and "200\tOK", too. */
static int is_behind_number(uint8_t byte, persist_headers_rules_t rules)
{
    if (rules == PERSIST_HEADERS_HTTP)
        return byte == ' ';
    return byte < '0' || byte > '9';
}

/* "404 Not Found": the three digits, or -1. */
static int status_number(wire_bytes_t value, persist_headers_rules_t rules)
{
    if (value.len < 3 ||
        (value.len > 3 && !is_behind_number(value.data[3], rules)))
        return -1;
    int64_t number = decimal((wire_bytes_t){value.data, 3});
    return number >= 200 && number <= 599 ? (int)number : -1;
}

/* "404 Nothing Here": the value, if there is a reason phrase behind the three
 * digits and a space; else no bytes. */
static wire_bytes_t status_line(wire_bytes_t value)
{
    if (value.len > 3 && value.data[3] != ' ')
        return (wire_bytes_t){NULL, 0};
    for (size_t i = 4; i < value.len; i++)
        if (value.data[i] != ' ' && value.data[i] != '\t')
            return value;
    return (wire_bytes_t){NULL, 0};
}

/* Stores the value of a single header. False if the value is wrong. */
static int note(persist_headers_t *headers, persist_headers_rules_t rules,
                persist_header_t kind, wire_bytes_t name, wire_bytes_t value)
{
    switch (kind) {
    case PERSIST_HEADER_CONTENT_LENGTH:
        headers->content_length = decimal(value);
        return headers->content_length >= 0;
    case PERSIST_HEADER_STATUS:
        headers->status = status_number(value, rules);
        headers->line = status_line(value);
        return headers->status > 0;
    case PERSIST_HEADER_ETAG:
    case PERSIST_HEADER_LAST_MODIFIED:
        headers->validated = 1;
        return 1;
    case PERSIST_HEADER_DROPPED:
        headers->dropped = name;
        return 1;
    default:
        return 1;
    }
}

/* Of several Last-Modified of a CGI program the latest counts. */
static int is_single(persist_header_t kind, persist_headers_rules_t rules)
{
    if (kind == PERSIST_HEADER_LAST_MODIFIED)
        return rules == PERSIST_HEADERS_HTTP;
    return kind != PERSIST_HEADER_PLAIN && kind != PERSIST_HEADER_DROPPED;
}

int persist_headers_check(wire_list_t list, persist_headers_rules_t rules,
                          persist_headers_t *headers)
{
    unsigned seen = 0;
    *headers = (persist_headers_t){.content_length = -1};
    for (size_t i = 0; i + 1 < list.count; i += 2) {
        wire_bytes_t name = list.items[i], value = list.items[i + 1];
        persist_header_t kind = persist_headers_kind(name);
        if (kind == PERSIST_HEADER_CONTENT_LENGTH &&
            rules == PERSIST_HEADERS_CGI)
            kind = PERSIST_HEADER_PLAIN;
        unsigned bit = is_single(kind, rules) ? 1u << kind : 0;
        if (!is_token(name) || !is_value(value) || (seen & bit) ||
            !note(headers, rules, kind, name, value)) {
            headers->bad = name;
            return WIRE_FAULT_BAD_HEADER;
        }
        seen |= bit;
    }
    return 0;
}

wire_bytes_t persist_headers_line(const persist_headers_t *headers, int status)
{
    return headers->status == status ? headers->line : (wire_bytes_t){NULL, 0};
}
