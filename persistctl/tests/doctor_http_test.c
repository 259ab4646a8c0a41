/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_http_test.c: what curl prints, and URLs. */

#include "doctor/doctor_http.h"
#include "doctor/doctor_url.h"
#include "tap.h"

static doctor_output_t output;
static doctor_answer_t answer;

static void read_text(const char *text)
{
    output.len =
        (size_t)snprintf(output.bytes, sizeof(output.bytes), "%s", text);
    doctor_http_read(&answer, &output);
}

static void test_answers(void)
{
    read_text("HTTP/1.1 404 Not Found\r\nA: b\r\n\r\nno\r\n\r\nsuch");
    is_int(answer.status, 404, "the status");
    is_str(answer.body, "no\r\n\r\nsuch", "and the body");
    read_text("HTTP/1.1 301 Moved\r\nA: b\r\n\r\nHTTP/2 200 \r\nA: b\r\n\r\nx");
    is_int(answer.status, 200, "the last response counts");
    is_int(answer.len, 1, "with its body");
    read_text("");
    is_int(answer.status, 0, "no answer is none");
    read_text("HTTP/1.1 200 OK\r\nA: b");
    is_int(answer.status, 0, "nor is half a head");
}

static void test_urls(void)
{
    char url[64];
    ok(doctor_url_add(url, sizeof(url), "http://h/", "a b/%.py") == 0,
       "a path is added");
    is_str(url, "http://h/a%20b/%25.py", "and escaped");
    ok(doctor_url_add(url, 12, "http://h/", "abc") != 0, "if there is room");
    ok(doctor_url_is_good("https://h:8443/a/"), "a URL is good");
    ok(!doctor_url_is_good("file:///etc/passwd"), "but only one of HTTP");
    ok(!doctor_url_is_good("http:///x"), "with a host");
    ok(!doctor_url_is_good("http://h/?x"), "without a query");
    ok(!doctor_url_is_good("-o/etc/x"), "which is no option");
}

int main(void)
{
    test_answers();
    test_urls();
    return done_testing();
}
