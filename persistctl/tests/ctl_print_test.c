/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_print_test.c: what ctl_print() lets reach a terminal. */

#include "ctl_print.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>

static void shows(const char *text, size_t len, const char *want,
                  const char *name)
{
    char *shown = NULL;
    size_t size;
    FILE *out = open_memstream(&shown, &size);
    if (!out)
        bail_out("no memory");
    ctl_print(out, text, len);
    fclose(out);
    is_str(shown, want, name);
    free(shown);
}

#define SHOWS(text, want, name) shows(text, sizeof(text) - 1, want, name)

int main(void)
{
    SHOWS("", "", "nothing");
    SHOWS("a b~\n\"\\", "a b~\n\"\\", "plain text and newlines pass");
    SHOWS("\xc3\xa9\xe2\x82\xac\xf0\x9f\x90\x98",
          "\xc3\xa9\xe2\x82\xac\xf0\x9f\x90\x98", "so do other characters");
    SHOWS("\x1b[2J\a\t\r\x7f", "?[2J????", "control characters don't");
    SHOWS("\xc2\x9b"
          "2J",
          "??2J", "nor those of the second set");
    SHOWS("\xe2\x80\xae", "???", "nor what turns the direction");
    SHOWS("a\0b", "a?b", "nor NUL");
    SHOWS("\x9b\xff\xc0\xaf", "????", "nor what is no UTF-8");
    SHOWS("\xe0\x80\x9b\xed\xa0\x80", "??????",
          "nor characters in a wrong form");
    SHOWS("\xe2\x82", "??", "nor half a character");
    return done_testing();
}
