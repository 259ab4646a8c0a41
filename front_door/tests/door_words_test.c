/* SPDX-License-Identifier: Apache-2.0 */
/* door_words_test.c: the words of a line. */

#include "door_words.h"
#include "tap.h"

/* The words, each behind a "|"; "!" for a quotation mark that stays open. */
static const char *all_of(const char *text)
{
    static char said[256];
    char line[256], *at = line, *word;
    snprintf(line, sizeof(line), "%s", text);
    said[0] = '\0';
    while ((word = door_words_next(&at)) != NULL)
        snprintf(said + strlen(said), sizeof(said) - strlen(said), "|%s", word);
    if (!at)
        strcat(said, "!");
    return said;
}

int main(void)
{
    static const struct {
        const char *line, *want;
    } cases[] = {
        {"", ""},
        {"  \t", ""},
        {"a", "|a"},
        {" a  b\tc\r", "|a|b|c"},
        {"a \"b c\" d", "|a|b c|d"},
        {"'a b'", "|a b"},
        {"\"\"", "|"},
        {"\"a\\\"b\" c", "|a\"b|c"},
        {"\"a\\\\b\"", "|a\\b"},
        {"\"a\\nb\"", "|a\\nb"},
        {"a\"b c", "|a\"b|c"},
        {"a \"b c", "|a!"},
        {"\"", "!"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        is_str(all_of(cases[i].line), cases[i].want, cases[i].line);
    return done_testing();
}
