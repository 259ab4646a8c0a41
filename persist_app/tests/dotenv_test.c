/* SPDX-License-Identifier: Apache-2.0 */
/* dotenv_test.c: what the lines of a .env file mean. */

#include "dotenv.h"
#include "tap.h"

/* Reads all of a text into "NAME=<value>;" for each assignment, with "!line" at
 * the end for an error. */
static const char *all_of(const char *text)
{
    static char said[512], copy[256];
    dotenv_t env;
    int got;
    snprintf(copy, sizeof(copy), "%s", text);
    said[0] = '\0';
    dotenv_open(&env, copy);
    while ((got = dotenv_next(&env)) == 1)
        snprintf(said + strlen(said), sizeof(said) - strlen(said), "%s=<%s>;",
                 env.name, env.value);
    if (got < 0)
        snprintf(said + strlen(said), sizeof(said) - strlen(said), "!%u",
                 env.line);
    return said;
}

static void test_values(void)
{
    static const struct {
        const char *text, *want;
    } cases[] = {
        {"", ""},
        {"\n \n# a comment\n  # another", ""},
        {"A=1", "A=<1>;"},
        {"A=1\n", "A=<1>;"},
        {"A=1\r\nB=2\r\n", "A=<1>;B=<2>;"},
        {"A=1\n\nB=2", "A=<1>;B=<2>;"},
        {"  A  =  1  \n", "A=<1>;"},
        {"A=", "A=<>;"},
        {"A=\nB=2", "A=<>;B=<2>;"},
        {"A=a b  c", "A=<a b  c>;"},
        {"A=b=c", "A=<b=c>;"},
        {"_a9=x", "_a9=<x>;"},
        {"A=$B ${C} \\n", "A=<$B ${C} \\n>;"},
        {"A=it's", "A=<it's>;"},
        {"export A=1\nexport\tB=2", "A=<1>;B=<2>;"},
        {"export=1", "export=<1>;"},
        {"exported=1", "exported=<1>;"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        is_str(all_of(cases[i].text), cases[i].want, cases[i].want);
}

static void test_comments(void)
{
    is_str(all_of("A=1 # one"), "A=<1>;", "a comment after a blank");
    is_str(all_of("A=1#one"), "A=<1#one>;", "without it belongs to the value");
    is_str(all_of("A=#1"), "A=<#1>;", "also at its beginning");
    is_str(all_of("A= # none\nB=2"), "A=<>;B=<2>;", "or is all there is");
    is_str(all_of("A='#1' # one\nB=\"#2\"#two"), "A=<#1>;B=<#2>;",
           "in quotes there is none, behind them there is");
}

static void test_quotes(void)
{
    is_str(all_of("A='a \\n $b \"c\" '"), "A=<a \\n $b \"c\" >;", "single");
    is_str(all_of("A=\"a\\nb\\t\\\\\\\"'\\$\\x\""), "A=<a\nb\t\\\"'\\$\\x>;",
           "double");
    is_str(all_of("A=\"one\ntwo\"\nB='three\n\nfour'\nC"),
           "A=<one\ntwo>;B=<three\n\nfour>;!6", "lines are counted in them");
    is_str(all_of("A=''\nB=\"\""), "A=<>;B=<>;", "empty");
}

static void test_errors(void)
{
    static const struct {
        const char *text, *want;
    } cases[] = {
        {"A", "!1"},
        {"A=1\nB\n", "A=<1>;!2"},
        {"=1", "!1"},
        {"9A=1", "!1"},
        {"A-B=1", "!1"},
        {"A B=1", "!1"},
        {"export", "!1"},
        {"export =1", "!1"},
        {"\n\nA='1", "!3"},
        {"A=\"1\nB=2", "!1"},
        {"A=\"1\\\"", "!1"},
        {"A='1'2", "!1"},
        {"A=\"\\", "!1"},
        {"\xef\xbb\xbf"
         "A=1",
         "!1"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        is_str(all_of(cases[i].text), cases[i].want, cases[i].text);
}

int main(void)
{
    test_values();
    test_comments();
    test_quotes();
    test_errors();
    return done_testing();
}
