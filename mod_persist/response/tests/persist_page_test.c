/* SPDX-License-Identifier: Apache-2.0 */
/* persist_page_test.c: what the pages show of hostile texts. */

#include "response/persist_advice.h"
#include "response/persist_page.h"
#include "tap.h"
#include "wire_fault.h"

#include <apr_general.h>
#include <string.h>

#define HOSTILE "<i>&\"'\x1b[2J\x7f\xc2\x9b\r\n\t</pre><script>"

static apr_pool_t *pool;

static int has(const char *page, const char *text)
{
    return strstr(page, text) != NULL;
}

static persist_page_t hostile(void)
{
    return (persist_page_t){
        .code = WIRE_FAULT_SCRIPT_FAILED,
        .reason = HOSTILE "\nmore",
        .trace = HOSTILE,
        .before = HOSTILE,
        .printed = HOSTILE,
        .id = HOSTILE,
        .script = HOSTILE,
        .interpreter = HOSTILE,
        .command = HOSTILE,
    };
}

static int has_control(const char *page)
{
    for (; *page; page++)
        if ((unsigned char)*page < ' ' && *page != '\n' && *page != '\t')
            return 1;
    return 0;
}

static void test_hostile(void)
{
    const persist_page_t page = hostile();
    const char *html = persist_page_html(&page, "NONCE", pool);
    ok(!has(html, "<i>") && !has(html, "<script"), "HTML is escaped");
    ok(has(html, "&lt;i&gt;&amp;&quot;"), "and shown");
    ok(!has_control(html), "a page has no control bytes");
    const char *text = persist_page_text(&page, pool);
    ok(!has_control(text) && !has(text, "\x7f") && !has(text, "\xc2\x9b"),
       "nor has a text for a terminal");
    ok(has(text, "<i>&\"'\\x1b[2J\\x7f\\xc2\\x9b\\x0d\n\t</pre>"),
       "which shows them");
}

static void test_encoding(void)
{
    const persist_page_t page = {
        .code = 4012, .id = "", .trace = "\x9b[2J \xe2\x82\xac \xe2\x82< \xf0"};
    ok(has(persist_page_text(&page, pool),
           "\\x9b[2J \xe2\x82\xac \\xe2\\x82< \\xf0"),
       "bytes that are no UTF-8 are spelled out");
    ok(has(persist_page_html(&page, "NONCE", pool), "\\xe2\\x82&lt; \\xf0"),
       "in HTML, too");
}

static void test_parts(void)
{
    persist_page_t page = {
        .code = WIRE_FAULT_BOOT_EXIT,
        .reason = "ended with status 1: E: no\nTraceback\n  > 12 | x < y\n"
                  "  > 12 x\n> quoted | 1\n",
        .script = "/srv/a.py",
        .command = "/srv/a.py --get '/'",
        .id = "ID"};
    const char *html = persist_page_html(&page, "NONCE", pool);
    ok(has(html, "<strong>ended with status 1: E: no</strong>"),
       "the first line of the reason stands out");
    ok(has(html, "<mark>  &gt; 12 | x &lt; y</mark>\n  &gt; 12 x\n"),
       "the failing line of an excerpt is marked, and no other");
    ok(has(html, "What it means, and what to do") && has(html, "<code>"),
       "it says what to do");
    ok(!has(html, "logged before"), "what there is not has no heading");
    ok(has(html, "nonce=\"NONCE\""), "the style has the nonce");
    page.trace = "of the SDK";
    html = persist_page_html(&page, "NONCE", pool);
    ok(has(html, "of the SDK") && !has(html, "x &lt; y"),
       "the SDK's own words go before the last output");
    const char *text = persist_page_text(&page, pool);
    ok(has(text, "PERSIST2002: script ended before it was ready\n"
                 "ended with status 1: E: no\n"),
       "the text begins likewise");
    ok(!has(text, "<p>") && !has(text, "&#64;") && !has(text, "&lt;"),
       "and has no HTML");
}

static void test_refused(void)
{
    persist_page_t page = {.code = WIRE_FAULT_NO_APPLICATION,
                           .script = "/srv/a/",
                           .command = "/srv/a/ --get '/'"};
    const char *html = persist_page_html(&page, "NONCE", pool);
    const char *text = persist_page_text(&page, pool);
    ok(!has(html, "--get") && !has(html, "Interpreter"),
       "a request that found nothing to run has no command");
    ok(!has(text, "--get") && !has(text, "Interpreter"), "nor has the text");
    page.code = WIRE_FAULT_EXEC;
    text = persist_page_text(&page, pool);
    ok(has(text, "--get") && has(text, "Interpreter"),
       "one of what could not be started has it");
}

static void test_advice(void)
{
    const int codes[] = {WIRE_FAULT_NOT_FOUND, WIRE_FAULT_EXEC,
                         WIRE_FAULT_SPOOL, WIRE_FAULT_SCRIPT_FAILED,
                         WIRE_FAULT_HANGS};
    for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++) {
        const char *html = persist_advice_html(codes[i], pool);
        const char *text = persist_advice_text(codes[i], pool);
        ok(html && !has(html, "<h"), "a code has its own section only");
        ok(text && has(text, "What to do"), "which says what to do");
    }
    ok(!persist_advice_html(9999, pool), "no other code has one");
    ok(!persist_advice_text(9999, pool), "nor a text");
}

static void test_visitor(void)
{
    const char *page = persist_page_visitor(503, "503 Service Unavailable",
                                            "a<b", "<hr>\n", pool);
    ok(has(page, "<title>503 Service Unavailable</title>") &&
           has(page, "<h1>Service Unavailable</h1>"),
       "a visitor sees the status");
    ok(has(page, "<code>a&lt;b</code>"), "and the id, escaped");
    ok(has(page, "later") && has(page, "<hr>\n</body>"), "and what httpd says");
}

int main(void)
{
    apr_initialize();
    apr_pool_create(&pool, NULL);
    test_hostile();
    test_encoding();
    test_parts();
    test_refused();
    test_advice();
    test_visitor();
    apr_terminate();
    return done_testing();
}
