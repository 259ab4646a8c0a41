/* SPDX-License-Identifier: Apache-2.0 */
/* persist_command_test.c: the command that repeats a request, as a shell reads
 * it. */

#include "response/persist_command.h"
#include "tap.h"

#include <apr_general.h>

static apr_pool_t *pool;

static void check(persist_command_t command, const char *expected,
                  const char *name)
{
    if (!command.script)
        command.script = "/srv/app.py";
    if (!command.method)
        command.method = "GET";
    is_str(persist_command_text(&command, pool), expected, name);
}

static void test_urls(void)
{
    check((persist_command_t){0}, "/srv/app.py --get '/'", "a script's root");
    check((persist_command_t){.path = "/a b/\xc3\xa4%\n?#'",
                              .args = "x=1&y='$(id)'\x1b`\xff"},
          "/srv/app.py --get "
          "'/a%20b/%C3%A4%25%0A%3F%23'\\''?x=1&y='\\''$(id)'\\''%1B`%FF'",
          "hostile bytes do nothing in a shell or a terminal");
    check((persist_command_t){.args = "x=1"}, "/srv/app.py --get '?x=1'",
          "only a query");
    check((persist_command_t){.path = "/", .args = ""}, "/srv/app.py --get '/'",
          "an empty query");
}

static void test_methods(void)
{
    check((persist_command_t){.method = "HEAD"}, "/srv/app.py --head '/'",
          "HEAD");
    check((persist_command_t){.method = "POST",
                              .has_body = 1,
                              .type = "a/b; c=\"d'e\""},
          "/srv/app.py --method POST '/' --header "
          "'Content-Type: a/b; c=\"d'\\''e\"' --data BODY",
          "a body and its type");
    check((persist_command_t){.method = "DELETE", .type = "a/b"},
          "/srv/app.py --method DELETE '/'", "a type without a body");
    check((persist_command_t){.method = "X;id"},
          "/srv/app.py --method 'X;id' '/'", "a method of the client's own");
}

static void test_words(void)
{
    apr_array_header_t *words = apr_array_make(pool, 2, sizeof(const char *));
    APR_ARRAY_PUSH(words, const char *) = "/opt/my python";
    APR_ARRAY_PUSH(words, const char *) = "--object=a:b";
    APR_ARRAY_PUSH(words, const char *) = "";
    check((persist_command_t){.interpreter = words, .script = "/srv/it's.py"},
          "'/opt/my python' --object=a:b '' '/srv/it'\\''s.py' --get '/'",
          "an interpreter of several words");
    is_str(persist_command_quote("~root", pool), "'~root'", "a tilde");
    is_str(persist_command_quote("=ls", pool), "'=ls'", "zsh's equals sign");
    is_str(persist_command_quote("'", pool), "''\\'''", "a quote");
    is_str(persist_command_quote("-x", pool), "-x", "an option");
}

int main(void)
{
    apr_initialize();
    apr_pool_create(&pool, NULL);
    test_urls();
    test_methods();
    test_words();
    apr_terminate();
    return done_testing();
}
