/* SPDX-License-Identifier: Apache-2.0 */
/* door_head_test.c: the header of a CGI response. */

#include "door_head.h"
#include "tap.h"

static wire_bytes_t items[16];
static wire_response_t response;
static persist_headers_rules_t rules;

/* Begins a response with these pairs, up to NULL. */
static void answer(uint64_t status, uint64_t flags, const char *const *words)
{
    size_t count = 0;
    for (; words[count]; count++)
        items[count] =
            (wire_bytes_t){(const uint8_t *)words[count], strlen(words[count])};
    response = (wire_response_t){
        .status = status, .flags = flags, .headers = {items, count}};
}

static const char *head(int64_t length)
{
    static msgpack_sbuffer made;
    persist_headers_t headers;
    msgpack_sbuffer_clear(&made);
    if (persist_headers_check(response.headers, rules, &headers) != 0)
        return "wrong headers";
    if (door_head_make(&response, &headers, length, &made) != 0 ||
        msgpack_sbuffer_write(&made, "", 1) != 0)
        bail_out("no memory");
    return made.data;
}

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

static void test_plain(void)
{
    answer(200, 0, WORDS("X", "1", "X", "2"));
    is_str(head(-1), "Status: 200\r\nX: 1\r\nX: 2\r\n\r\n", "a stream");
    is_str(head(5), "Status: 200\r\nX: 1\r\nX: 2\r\nContent-Length: 5\r\n\r\n",
           "a length that is known");
    answer(200, 0, WORDS("Content-Length", "7"));
    is_str(head(5), "Status: 200\r\nContent-Length: 7\r\n\r\n",
           "the script's own length");
    rules = PERSIST_HEADERS_CGI;
    is_str(head(5), "Status: 200\r\nContent-Length: 5\r\n\r\n",
           "which need not be trusted");
    is_str(head(-1), "Status: 200\r\n\r\n", "nor be sent");
    rules = PERSIST_HEADERS_HTTP;
    answer(204, 0, WORDS("X", "1"));
    is_str(head(0), "Status: 204\r\nX: 1\r\n\r\n", "none where there is none");
    answer(200, 0, WORDS("Connection", "close", "Status", "404 No"));
    is_str(head(-1), "Status: 200\r\n\r\n", "what is the server's is left out");
    answer(404, 0, WORDS("Status", "404 Nothing"));
    is_str(head(-1), "Status: 404 Nothing\r\n\r\n", "a phrase of its own");
}

static void test_location(void)
{
    answer(302, 0, WORDS("Location", "/a"));
    is_str(head(-1), "Status: 302\r\nLocation: /a\r\n\r\n",
           "a redirect of the client");
    answer(201, 0, WORDS("Location", "/a"));
    is_str(head(-1), "Status: 201\r\nLocation: /a\r\n\r\n", "a new resource");
    answer(200, 0, WORDS("Location", "/a"));
    is_str(head(-1), "Status: 200\r\n\r\n",
           "no redirect inside of the server by 200");
    answer(200, WIRE_CGI, WORDS("Location", "/a"));
    is_str(head(-1), "Location: /a\r\n\r\n", "but in a CGI response");
    answer(200, WIRE_CGI, WORDS("Location", "/a", "Status", "404 Nothing"));
    is_str(head(-1), "Status: 404 Nothing\r\nLocation: /a\r\n\r\n",
           "where Status counts");
    answer(200, WIRE_CGI, WORDS("Status", "404"));
    is_str(head(-1), "Status: 404\r\n\r\n", "also without a reason");
}

static void test_bodyless(void)
{
    ok(door_head_is_bodyless(204) && door_head_is_bodyless(304) &&
           door_head_is_bodyless(205),
       "204, 205 and 304 have no body");
    ok(!door_head_is_bodyless(200) && !door_head_is_bodyless(404),
       "others have");
}

int main(void)
{
    test_plain();
    test_location();
    test_bodyless();
    return done_testing();
}
