/* SPDX-License-Identifier: Apache-2.0 */
/* persist_ranges_test.c: which responses may be cut into ranges. */

#include "response/persist_ranges.h"
#include "tap.h"

static void test_get(void)
{
    persist_ranges_t response = {.is_get = 1};
    ok(!persist_ranges_allowed(&response), "a page without validators is not");
    response.is_file = 1;
    ok(persist_ranges_allowed(&response), "a passed file is");
    response = (persist_ranges_t){.is_get = 1, .is_dated = 1};
    ok(persist_ranges_allowed(&response), "what has a date is");
    response = (persist_ranges_t){.is_get = 1, .etag = "\"v1\""};
    ok(persist_ranges_allowed(&response), "what has a strong ETag is");
    response.etag = "W/\"v1\"";
    ok(!persist_ranges_allowed(&response), "a weak one does not do");
    response.is_dated = 1;
    ok(!persist_ranges_allowed(&response), "nor does a date beside it");
}

static void test_word_of_the_script(void)
{
    persist_ranges_t response = {.is_get = 1, .accepts = "Bytes"};
    ok(persist_ranges_allowed(&response), "the script may say that it is");
    response = (persist_ranges_t){
        .is_get = 1, .is_file = 1, .etag = "\"v1\"", .accepts = "none"};
    ok(!persist_ranges_allowed(&response), "or that it is not");
}

static void test_others(void)
{
    persist_ranges_t response = {
        .is_file = 1, .is_dated = 1, .etag = "\"v1\"", .accepts = "bytes"};
    ok(!persist_ranges_allowed(&response), "no other method has ranges");
    response.is_get = 1;
    ok(persist_ranges_allowed(&response), "but GET");
    response.is_cgi = 1;
    ok(!persist_ranges_allowed(&response), "nor has a CGI script");
}

int main(void)
{
    test_get();
    test_word_of_the_script();
    test_others();
    return done_testing();
}
