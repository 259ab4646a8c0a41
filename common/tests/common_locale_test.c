/* SPDX-License-Identifier: Apache-2.0 */
/* common_locale_test.c: which variable decides, and that it is set. */

#include "common_locale.h"
#include "tap.h"

#include <locale.h>

static void test_variable(void)
{
    static const struct {
        const char *all, *ctype, *lang, *variable;
    } cases[] = {
        {NULL, NULL, NULL, "LC_CTYPE"},   {"", "", "", "LC_CTYPE"},
        {NULL, NULL, "C", "LC_CTYPE"},    {NULL, NULL, "POSIX", "LC_CTYPE"},
        {NULL, "C", "de_DE", "LC_CTYPE"}, {"C", "de_DE", "de_DE", "LC_ALL"},
        {"POSIX", NULL, NULL, "LC_ALL"},  {NULL, NULL, "de_DE", ""},
        {NULL, "de_DE", "C", ""},         {"de_DE", "C", "C", ""},
        {NULL, NULL, "C.UTF-8", ""},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *got =
            common_locale_variable(cases[i].all, cases[i].ctype, cases[i].lang);
        is_str(got ? got : "", cases[i].variable, "the variable that decides");
    }
}

static void test_environment(void)
{
    locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    int has_utf8 = utf8 != NULL;
    if (has_utf8)
        freelocale(utf8);
    unsetenv("LC_ALL");
    unsetenv("LC_CTYPE");
    setenv("LANG", "de_DE", 1);
    common_locale_prefer_utf8();
    ok(!getenv("LC_CTYPE"), "a chosen locale is left");
    setenv("LANG", "C", 1);
    common_locale_prefer_utf8();
    is_str(getenv("LC_CTYPE") ? getenv("LC_CTYPE") : "",
           has_utf8 ? "C.UTF-8" : "", "C becomes C.UTF-8 where that exists");
    is_str(getenv("LANG"), "C", "and messages stay as they were");
}

int main(void)
{
    test_variable();
    test_environment();
    return done_testing();
}
