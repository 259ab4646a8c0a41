/* SPDX-License-Identifier: Apache-2.0 */
/* persist_words_test.c: what is kept of a script's words. */

#include "exchange/persist_words.h"
#include "tap.h"

#include <apr_general.h>
#include <string.h>

static apr_pool_t *pool;

static void hear(persist_words_t *words, const char *text, size_t length)
{
    persist_words_hear(words, (wire_bytes_t){(const uint8_t *)text, length},
                       pool);
}

static void test_order(void)
{
    persist_words_t words = {0};
    ok(!persist_words_all(&words, pool), "nothing has come");
    hear(&words, "one", 3);
    is_str(words.last, "one", "the first is the last");
    is_str(words.before, "", "and nothing is before it");
    hear(&words, "two\n", 4);
    hear(&words, "th\0ree", 6);
    is_str(words.last, "th ree", "a NUL becomes a space");
    is_str(words.before, "one\ntwo\n", "what was before is in lines");
    is_str(persist_words_all(&words, pool), "one\ntwo\nth ree", "all of it");
}

static void test_much(void)
{
    static char much[PERSIST_WORDS_MAX + 10];
    persist_words_t words = {0};
    memset(much, 'x', sizeof(much));
    much[sizeof(much) - 1] = 'e';
    hear(&words, much, sizeof(much));
    ok(strlen(words.last) == PERSIST_WORDS_MAX, "no more is kept");
    ok(words.last[PERSIST_WORDS_MAX - 1] == 'e', "and it is the end");
    for (int i = 0; i < 3; i++)
        hear(&words, much, sizeof(much));
    ok(strlen(words.before) == PERSIST_WORDS_MAX, "so it is of all before");
    ok(strcmp(words.before + PERSIST_WORDS_MAX - 3, "xe\n") == 0,
       "whose end is kept, too");
    hear(&words, "", 0);
    hear(&words, "", 0);
    ok(!*words.last && strlen(words.before) == PERSIST_WORDS_MAX,
       "an empty one is no line");
}

static void test_pick(void)
{
    const char *text = "start\n\x1e"
                       "mine\x1fone\n\x1e"
                       "other\x1ftwo\n\x1e"
                       "mine\x1f\n\x1emineral\x1fthree\n\x1ehalf\n\x1e\x1fx";
    is_str(persist_words_pick(text, "mine", pool),
           "start\none\n\n\x1ehalf\n\x1e\x1fx",
           "its own lines, those of nobody, and what is no mark");
    is_str(persist_words_pick("half\x1e"
                              "other\x1ftwo\x1e"
                              "mine\x1fthree\x1e"
                              "mine\x1f",
                              "mine", pool),
           "half\nthree\n", "a mark begins a line, also within one");
    is_str(persist_words_pick("", "mine", pool), "", "nothing");
}

int main(void)
{
    apr_initialize();
    apr_pool_create(&pool, NULL);
    test_order();
    test_much();
    test_pick();
    apr_terminate();
    return done_testing();
}
