/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_words_test.c: the arguments that a query makes. */

#include "cgi_words.h"
#include "tap.h"

#include <stdlib.h>

/* The words, each behind a "|". */
static const char *all_of(const char *query)
{
    static char said[256];
    char **words = cgi_words(query);
    said[0] = '\0';
    for (char **word = words; *word; word++)
        snprintf(said + strlen(said), sizeof(said) - strlen(said), "|%s",
                 *word);
    free(words);
    return said;
}

int main(void)
{
    static const struct {
        const char *query, *want;
    } cases[] = {
        {NULL, ""},
        {"", ""},
        {"a=b", ""},
        {"a+b=c", ""},
        {"a", "|a"},
        {"a+b", "|a|b"},
        {"+", "||"},
        {"a++b", "|a||b"},
        {"a%20b+c", "|a b|c"},
        {"%2B%2b", "|++"},
        {"%3D", "|="},
        {"%", "|%"},
        {"%4", "|%4"},
        {"%zz", "|%zz"},
        {"%00", "|%00"},
        {"a%0Ab", "|a\\\nb"},
        {"$(rm)", "|\\$\\(rm\\)"},
        {"%24HOME;ls", "|\\$HOME\\;ls"},
        {"-x", "|-x"},
        {"\xff%ff", "|\xff\xff"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        is_str(all_of(cases[i].query), cases[i].want,
               cases[i].query ? cases[i].query : "no query");
    return done_testing();
}
