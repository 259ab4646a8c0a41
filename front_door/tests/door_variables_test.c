/* SPDX-License-Identifier: Apache-2.0 */
/* door_variables_test.c: the environment as variables of REQUEST. */

#include "door_variables.h"
#include "tap.h"
#include "wire_fault.h"

/* The variables with "|" for each NUL. */
static const char *made_of(char **environment)
{
    static char said[512];
    wire_bytes_t variables;
    if (door_variables_make(environment, "/s", &variables) != 0 ||
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
                    (char *)"PATH=/evil",
                    (char *)"PATH_INFO=/p",
                    (char *)"LD_PRELOAD=evil",
                    (char *)"SCRIPT_FILENAME=/evil",
                    NULL};
    is_str(made_of(none), "SCRIPT_FILENAME|/s|", "always the script");
    is_str(made_of(some),
           "A|b=c|EMPTY||HTTP_PROXY_X|fine|PATH_INFO|/p|SCRIPT_FILENAME|/s|",
           "what is the request's, and nothing else");
}

static void test_too_much(void)
{
    static char large[(1 << 20) + 1];
    char *environment[] = {large, NULL};
    wire_bytes_t variables;
    memset(large, 'a', sizeof(large) - 1);
    large[1] = '=';
    is_int(door_variables_make(environment, "/s", &variables),
           WIRE_FAULT_VARIABLES_LIMIT, "more than 1 MiB is refused");
}

int main(void)
{
    test_what_is_passed_on();
    test_too_much();
    return done_testing();
}
