/* SPDX-License-Identifier: Apache-2.0 */
/* door_variables_test.c: the environment as variables of REQUEST. */

#include "door_memory.h"
#include "door_variables.h"
#include "tap.h"
#include "wire_fault.h"

#include <stdlib.h>

/* The variables with "|" for each NUL. */
static const char *made_of(char **environment, int is_cgi)
{
    static char said[512];
    wire_bytes_t variables;
    if (door_variables_make(environment, "/s", is_cgi, &variables) != 0 ||
        variables.len >= sizeof(said))
        return "wrong";
    for (size_t i = 0; i < variables.len; i++)
        said[i] = variables.data[i] ? (char)variables.data[i] : '|';
    said[variables.len] = '\0';
    return said;
}

static void test_what_is_passed_on(void)
{
    char *none[] = {NULL};
    char *some[] = {(char *)"A=b=c",
                    (char *)"EMPTY=",
                    (char *)"=x",
                    (char *)"nothing",
                    (char *)"HTTP_PROXY=evil",
                    (char *)"HTTP_PROXY_X=fine",
                    (char *)"PATH=/of/server",
                    (char *)"PATH_INFO=/p",
                    (char *)"LD_LIBRARY_PATH=/l",
                    (char *)"SCRIPT_FILENAME=/evil",
                    NULL};
    is_str(made_of(none, 0), "SCRIPT_FILENAME|/s|", "always the script");
    is_str(made_of(some, 0),
           "A|b=c|EMPTY||HTTP_PROXY_X|fine|PATH_INFO|/p|SCRIPT_FILENAME|/s|",
           "what is the request's, and nothing else");
    is_str(made_of(some, 1),
           "A|b=c|EMPTY||HTTP_PROXY_X|fine|PATH|/of/server|PATH_INFO|/p|"
           "LD_LIBRARY_PATH|/l|SCRIPT_FILENAME|/s|",
           "of a program all that the server has set");
    is_str(made_of(none, 1),
           "PATH|/usr/local/bin:/usr/bin:/bin|SCRIPT_FILENAME|/s|",
           "and always a PATH");
}

static void test_too_much(void)
{
    static char large[(1 << 20) + 1];
    char *environment[] = {large, NULL};
    wire_bytes_t variables;
    memset(large, 'a', sizeof(large) - 1);
    large[1] = '=';
    is_int(door_variables_make(environment, "/s", 0, &variables),
           WIRE_FAULT_VARIABLES_LIMIT, "more than 1 MiB is refused");
}

/* What the server has set. NULL: it has no such variable. */
typedef struct request {
    const char *uri, *status, *url, *status_before, *script, *info, *wanted;
} request_t;

static void set(const char *name, const char *value)
{
    if (value)
        setenv(name, value, 1);
    else
        unsetenv(name);
}

/* "SCRIPT_NAME|PATH_INFO" behind PersistMount. */
static const char *mounted(const char *mount, const request_t *request)
{
    set("REQUEST_URI", request->uri);
    set("REDIRECT_STATUS", request->status);
    set("REDIRECT_URL", request->url);
    set("REDIRECT_REDIRECT_STATUS", request->status_before);
    set("SCRIPT_NAME", request->script);
    set("PATH_INFO", request->info);
    if (door_variables_mount(mount) != 0)
        return "an error";
    return door_print("%s|%s", door_variables_get("SCRIPT_NAME"),
                      door_variables_get("PATH_INFO"));
}

#define REFUSED "/shop/admin/users"
#define PROGRAM "/shop/index.cgi"

static void test_error_pages(void)
{
    static const request_t requests[] = {
        {REFUSED, "200", REFUSED, NULL, PROGRAM, NULL, "/shop|/admin/users"},
        {REFUSED, NULL, NULL, NULL, PROGRAM, NULL, "/shop|/admin/users"},
        {REFUSED, "403", REFUSED, NULL, PROGRAM, NULL, PROGRAM "|"},
        {REFUSED, "403", REFUSED, NULL, PROGRAM, "/a", PROGRAM "|/a"},
        {REFUSED, "503", NULL, NULL, PROGRAM, "/a", PROGRAM "|/a"},
        {REFUSED, "403", REFUSED, "200", PROGRAM, NULL, PROGRAM "|"},
        {REFUSED, "403", "/shop/sorry", "403", PROGRAM, NULL, "/shop|/sorry"},
        {REFUSED, "401", "/shop/%61?b", "401", PROGRAM, NULL, "/shop|/%61?b"},
        {"/x", "404", PROGRAM "/sorry", "404", PROGRAM, NULL, "/shop|/sorry"},
        {REFUSED, "403", "/sorry", "403", PROGRAM, NULL, PROGRAM "|"},
        {REFUSED, "403", NULL, NULL, "/shop", "/sorry", "/shop|/sorry"},
        {REFUSED, "200", NULL, NULL, "/shop", "/sorry", "/shop|/sorry"},
    };
    for (size_t i = 0; i < sizeof(requests) / sizeof(requests[0]); i++) {
        is_str(mounted("/shop", &requests[i]), requests[i].wanted,
               door_print("the path of request %zu", i));
        is_str(mounted("auto", &requests[i]), requests[i].wanted,
               "and of the mount that its folder names");
    }
}

static void test_an_application_has_a_path(void)
{
    static const request_t request = {REFUSED, "403", REFUSED,    NULL,
                                      PROGRAM, NULL,  PROGRAM "|"};
    is_str(mounted("/shop", &request), request.wanted, "the server has none");
    ok(getenv("PATH_INFO") != NULL, "the variable is there");
}

static void test_slashes_that_the_server_keeps_encoded(void)
{
    static const request_t requests[] = {
        {"/shop/a%2Fb", "200", "/shop/a/b", NULL, PROGRAM, NULL, "/shop|/a/b"},
        {"/shop/a%2fb%20c", "200", "/shop/a%2fb c", NULL, PROGRAM, NULL,
         "/shop|/a%2fb c"},
        {"/shop/a%2Fb", "200", "/shop/a%2Fb", NULL, PROGRAM, NULL,
         "/shop|/a%2Fb"},
        {"/shop/x%2f..%2fadmin", "200", "/shop/x%2f..%2fadmin", NULL, PROGRAM,
         NULL, PROGRAM "|"},
    };
    for (size_t i = 0; i < sizeof(requests) / sizeof(requests[0]); i++)
        is_str(mounted("/shop", &requests[i]), requests[i].wanted,
               requests[i].url);
}

/* "CONTENT_LENGTH|HTTP_TRANSFER_ENCODING" of a body with a coding, or none. */
static const char *doubted(const char *coding)
{
    set("HTTP_CONTENT_ENCODING", coding);
    set("CONTENT_LENGTH", "5");
    set("HTTP_TRANSFER_ENCODING", NULL);
    if (door_variables_doubt_length() < 0)
        return "an error";
    return door_print("%s|%s", door_variables_get("CONTENT_LENGTH"),
                      door_variables_get("HTTP_TRANSFER_ENCODING"));
}

static void test_lengths_that_a_filter_may_change(void)
{
    is_str(doubted(NULL), "5|", "without a coding the length is right");
    is_str(doubted("gzip"), "|chunked", "with one the body's end tells it");
}

static void test_no_mount(void)
{
    static const request_t request = {REFUSED, NULL, NULL,         NULL,
                                      PROGRAM, "/a", PROGRAM "|/a"};
    is_str(mounted(NULL, &request), request.wanted, "without PersistMount");
}

/* "CONTENT_LENGTH|HTTP_TRANSFER_ENCODING" behind a body of 5 bytes. */
static const char *measured(const char *length)
{
    set("CONTENT_LENGTH", length);
    set("HTTP_TRANSFER_ENCODING", "chunked");
    if (door_variables_measure(5) != 0)
        return "an error";
    return door_print("%s|%s", door_variables_get("CONTENT_LENGTH"),
                      door_variables_get("HTTP_TRANSFER_ENCODING"));
}

static void test_a_body_has_one_length(void)
{
    is_str(measured(NULL), "5|", "that of the bytes");
    is_str(measured(""), "5|", "also where the server has an empty one");
    is_str(measured("7"), "7|", "or that of the server");
}

int main(void)
{
    test_what_is_passed_on();
    test_a_body_has_one_length();
    test_too_much();
    test_error_pages();
    test_an_application_has_a_path();
    test_slashes_that_the_server_keeps_encoded();
    test_lengths_that_a_filter_may_change();
    test_no_mount();
    return done_testing();
}
