/* SPDX-License-Identifier: Apache-2.0 */
/* persist_headers_test.c: which response headers of a worker are accepted. */

#include "response/persist_headers.h"
#include "tap.h"
#include "wire_fault.h"

static wire_bytes_t text(const char *s)
{
    return (wire_bytes_t){(const uint8_t *)s, strlen(s)};
}

static persist_headers_rules_t rules;

static int check2(const char *name, wire_bytes_t value, persist_headers_t *out)
{
    wire_bytes_t items[] = {text(name), value};
    return persist_headers_check((wire_list_t){items, 2}, rules, out);
}

static int check(const char *name, const char *value)
{
    persist_headers_t headers;
    return check2(name, text(value), &headers);
}

static int check_twice(const char *one, const char *two, const char *value)
{
    persist_headers_t headers;
    wire_bytes_t items[] = {text(one), text(value), text(two), text(value)};
    return persist_headers_check((wire_list_t){items, 4}, rules, &headers);
}

static void test_names(void)
{
    is_int(check("X-A", "1"), 0, "a token is a name");
    is_int(check("!#$%&'*+-.^_`|~09azAZ", ""), 0, "every token byte is");
    is_int(check("", "1"), WIRE_FAULT_BAD_HEADER, "an empty name is not");
    is_int(check("X A", "1"), WIRE_FAULT_BAD_HEADER, "nor one with a space");
    is_int(check("X:", "1"), WIRE_FAULT_BAD_HEADER, "nor one with a colon");
    is_int(check("X\r\nY", "1"), WIRE_FAULT_BAD_HEADER, "nor two lines");
    is_int(check("X\xc3\xa4", "1"), WIRE_FAULT_BAD_HEADER, "nor UTF-8");
    persist_headers_t headers;
    wire_bytes_t items[] = {{(const uint8_t *)"A\0B", 3}, text("1")};
    is_int(persist_headers_check((wire_list_t){items, 2}, rules, &headers),
           WIRE_FAULT_BAD_HEADER, "nor one with NUL");
    is_int(headers.bad.len, 3, "the name at fault is told");
}

/* tchar, RFC 9110, 5.6.2 */
static void test_name_bytes(void)
{
    static const char good[] = "!#$%&'*+-.^_`|~0123456789"
                               "abcdefghijklmnopqrstuvwxyz"
                               "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    persist_headers_t headers;
    int wrong = 0;
    for (int c = 0; c < 256; c++) {
        uint8_t byte = (uint8_t)c;
        wire_bytes_t items[] = {{&byte, 1}, text("1")};
        int refused =
            persist_headers_check((wire_list_t){items, 2}, rules, &headers);
        wrong += !refused != (memchr(good, c, sizeof(good) - 1) != NULL);
    }
    is_int(wrong, 0, "of all bytes a name may have those of a token");
}

static void test_values(void)
{
    persist_headers_t headers;
    for (int c = 0; c < 256; c++) {
        char name[64];
        uint8_t byte = (uint8_t)c;
        int good = (c >= 0x20 && c != 0x7f) || c == '\t';
        snprintf(name, sizeof(name), "byte 0x%02x in a value is %s",
                 (unsigned)c, good ? "let through" : "refused");
        is_int(check2("X", (wire_bytes_t){&byte, 1}, &headers),
               good ? 0 : WIRE_FAULT_BAD_HEADER, name);
    }
}

static void test_singles(void)
{
    static const char *const single[] = {"Content-Type", "Location", "ETag",
                                         "Last-Modified"};
    for (size_t i = 0; i < sizeof(single) / sizeof(single[0]); i++)
        is_int(check_twice(single[i], single[i], "x"), WIRE_FAULT_BAD_HEADER,
               single[i]);
    is_int(check_twice("Content-Length", "content-LENGTH", "5"),
           WIRE_FAULT_BAD_HEADER, "Content-Length, in any case");
    is_int(check_twice("Status", "status", "200"), WIRE_FAULT_BAD_HEADER,
           "Status");
    is_int(check_twice("Set-Cookie", "Set-Cookie", "a=b"), 0,
           "Set-Cookie may come twice");
    is_int(check_twice("Content-Type", "Location", "/x"), 0,
           "two different ones may stand together");
}

static void test_numbers(void)
{
    persist_headers_t headers;
    is_int(check2("content-length", text("0123"), &headers), 0, "digits");
    is_int(headers.content_length, 123, "Content-Length is read");
    is_int(check("Content-Length", ""), WIRE_FAULT_BAD_HEADER, "empty");
    is_int(check("Content-Length", "-1"), WIRE_FAULT_BAD_HEADER, "negative");
    is_int(check("Content-Length", "+1"), WIRE_FAULT_BAD_HEADER, "plus");
    is_int(check("Content-Length", "1 "), WIRE_FAULT_BAD_HEADER, "blank");
    is_int(check("Content-Length", "0x10"), WIRE_FAULT_BAD_HEADER, "hex");
    is_int(check("Content-Length", "1, 1"), WIRE_FAULT_BAD_HEADER, "list");
    is_int(check("Content-Length", "999999999999999999"), 0, "18 digits");
    is_int(check("Content-Length", "9999999999999999999"),
           WIRE_FAULT_BAD_HEADER, "19 digits");
    is_int(check2("Status", text("404 Not Found"), &headers), 0, "Status");
    is_int(headers.status, 404, "Status is read");
    is_int((long)headers.line.len, 13, "with its reason phrase");
    is_int(check2("Status", text("404 \t "), &headers), 0, "blanks");
    is_int((long)headers.line.len, 0, "are no phrase");
    is_int(check2("Status", text("404"), &headers), 0, "a number alone");
    is_int((long)headers.line.len, 0, "has none");
    is_int(check("Status", "4040"), WIRE_FAULT_BAD_HEADER, "Status 4040");
    is_int(check("Status", "199"), WIRE_FAULT_BAD_HEADER, "Status 199");
    is_int(check("Status", "ok"), WIRE_FAULT_BAD_HEADER, "Status ok");
}

static void test_an_untrusted_length(void)
{
    persist_headers_t headers;
    wire_bytes_t items[] = {text("Content-Length"), text("1"),
                            text("Content-Length"), text("a")};
    rules = PERSIST_HEADERS_CGI;
    is_int(persist_headers_check((wire_list_t){items, 4}, rules, &headers), 0,
           "lengths that are not trusted may be wrong");
    is_int(headers.content_length, -1, "and are none");
    items[3] = text("\n");
    is_int(persist_headers_check((wire_list_t){items, 4}, rules, &headers),
           WIRE_FAULT_BAD_HEADER, "but no more than one line");
    items[3] = text("1");
    rules = PERSIST_HEADERS_CGI_LENGTH;
    is_int(persist_headers_check((wire_list_t){items, 4}, rules, &headers),
           WIRE_FAULT_BAD_HEADER, "where they are, there is one");
    rules = PERSIST_HEADERS_HTTP;
}

static void test_forms_of_cgi(void)
{
    persist_headers_t headers;
    is_int(check("Status", "200\tOK"), WIRE_FAULT_BAD_HEADER, "a tab");
    is_int(check("Status", "404-Not Found"), WIRE_FAULT_BAD_HEADER, "a dash");
    rules = PERSIST_HEADERS_CGI;
    is_int(check2("Status", text("200\tOK"), &headers), 0, "but from CGI");
    is_int(headers.status, 200, "its number counts");
    is_int((long)headers.line.len, 0, "alone");
    is_int(check2("Status", text("404-Not Found"), &headers), 0, "with a dash");
    is_int(headers.status, 404, "as well");
    is_int(check("Status", "4040"), WIRE_FAULT_BAD_HEADER, "not Status 4040");
    is_int(check_twice("Last-Modified", "Last-Modified", "x"), 0,
           "several dates");
    is_int(check_twice("ETag", "ETag", "x"), WIRE_FAULT_BAD_HEADER,
           "but one ETag");
    rules = PERSIST_HEADERS_HTTP;
}

static void test_line(void)
{
    persist_headers_t headers;
    check2("Status", text("404 Nothing Here"), &headers);
    is_int((long)persist_headers_line(&headers, 404).len, 16,
           "the phrase of this status");
    is_int((long)persist_headers_line(&headers, 200).len, 0,
           "is none of another");
}

static void test_none(void)
{
    persist_headers_t headers;
    is_int(persist_headers_check((wire_list_t){NULL, 0}, rules, &headers), 0,
           "no headers are fine");
    is_int(headers.content_length, -1, "no Content-Length then");
    is_int(headers.status, 0, "no Status");
}

static void test_dropped(void)
{
    static const char *const names[] = {"Transfer-Encoding", "CONNECTION",
                                        "keep-alive",        "Upgrade",
                                        "Trailer",           "te"};
    persist_headers_t headers;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        ok(check2(names[i], text("x"), &headers) == 0 &&
               headers.dropped.len == strlen(names[i]) &&
               persist_headers_kind(text(names[i])) == PERSIST_HEADER_DROPPED,
           names[i]);
    is_int(persist_headers_kind(text("TEX")), PERSIST_HEADER_PLAIN,
           "a longer name is another name");
}

int main(void)
{
    test_names();
    test_name_bytes();
    test_values();
    test_singles();
    test_numbers();
    test_an_untrusted_length();
    test_forms_of_cgi();
    test_line();
    test_none();
    test_dropped();
    return done_testing();
}
