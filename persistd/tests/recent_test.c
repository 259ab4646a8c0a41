/* SPDX-License-Identifier: Apache-2.0 */
/* recent_test.c: which lines are kept, whose they are, and which go first. */

#include "base/recent.h"
#include "tap.h"

#define SHORT 100u

static char filler[2 * RECENT_TEXT_MAX];

static void add_text(recent_t *recent, const char *path, uid_t owner,
                     const char *text, size_t len)
{
    const recent_line_t line = {.time = 5,
                                .kind = RECENT_PRINTED,
                                .pid = 7,
                                .id = "id",
                                .id_len = 2,
                                .text = text,
                                .len = len};
    recent_add(recent, path, owner, &line);
}

static void add(recent_t *recent, const char *path, const char *text)
{
    add_text(recent, path, 1, text, strlen(text));
}

static uint32_t lines_of(const recent_t *recent, const char *path)
{
    const recent_script_t *script = recent_find(recent, path);
    uint32_t count = 0;
    for (const recent_node_t *node = script ? script->first : NULL; node;
         node = node->next)
        count++;
    return count;
}

/* The sum of what is there, counted anew. */
static size_t bytes_of(const recent_t *recent, uint32_t *scripts)
{
    const recent_script_t *script = NULL;
    size_t sum = 0;
    *scripts = 0;
    for (uint32_t chain = 0;
         (script = recent_next(recent, script, &chain)) != NULL;) {
        ++*scripts;
        sum += script->bytes;
    }
    return sum;
}

static void test_lines(void)
{
    static recent_t store;
    recent_t *recent = &store;
    is_int(recent_find(recent, "/a") == NULL, 1, "nothing is kept at first");
    add(recent, "/a", "first");
    add(recent, "/b", "other");
    add_text(recent, "/a", 1, "a\0b", 3);
    const recent_node_t *node = recent_find(recent, "/a")->first;
    is_str(node->line.text, "first", "the text is kept");
    is_str(node->line.id, "id", "with the request");
    is_int(node->line.pid, 7, "the worker");
    is_int(node->line.time, 5, "and the time");
    is_int((intmax_t)node->line.number, 1, "lines have numbers");
    is_int((intmax_t)node->next->line.number, 3, "of all scripts together");
    is_int((intmax_t)node->next->line.len, 3, "a NUL does not end a text");
    is_int((intmax_t)recent_find(recent, "/a")->newest, 3, "the last one");
    add_text(recent, "/c", 1, filler, sizeof(filler));
    is_int((intmax_t)recent_find(recent, "/c")->first->line.len,
           RECENT_TEXT_MAX, "a long text is cut");
}

static void test_owner(void)
{
    static recent_t store;
    recent_t *recent = &store;
    add_text(recent, "/a", RECENT_NOBODY, "early", 5);
    is_int(recent_find(recent, "/a")->owner, RECENT_NOBODY, "not known yet");
    recent_own(recent, "/a", 1);
    recent_own(recent, "/none", 1);
    is_int(lines_of(recent, "/a"), 1, "what came before stays");
    add_text(recent, "/a", RECENT_NOBODY, "more", 4);
    is_int(recent_find(recent, "/a")->owner, 1, "an owner is not forgotten");
    recent_own(recent, "/a", 2);
    is_int(lines_of(recent, "/a"), 0, "another owner does not get the lines");
    is_int(recent_find(recent, "/a")->owner, 2, "but those that follow");
    is_int((intmax_t)recent_find(recent, "/a")->cut, 2, "which is noted");
    add_text(recent, "/a", 2, "of the new one", 14);
    add(recent, "/a", "of a pool that has not looked since");
    is_int(recent_find(recent, "/a")->owner, 2, "a line changes no owner");
    is_int(lines_of(recent, "/a"), 1, "it goes to neither of them");
    is_str(recent_find(recent, "/a")->first->line.text, "of the new one",
           "and takes nothing from the new one");
}

static void test_flood(void)
{
    static recent_t store;
    recent_t *recent = &store;
    uint32_t scripts;
    add(recent, "/quiet", "kept");
    for (int i = 0; i < 10000; i++)
        add_text(recent, "/loud", 1, filler, SHORT);
    const recent_script_t *loud = recent_find(recent, "/loud");
    is_int(loud->bytes <= RECENT_SCRIPT_MAX, 1, "a script has its part");
    is_int(loud->bytes > RECENT_SCRIPT_MAX - 1000, 1, "all of it");
    is_int((intmax_t)loud->newest, 10001, "of the last lines");
    is_int((intmax_t)loud->first->line.number, (intmax_t)loud->cut + 1,
           "without the oldest");
    is_int(lines_of(recent, "/quiet"), 1, "others keep theirs");
    is_int((intmax_t)bytes_of(recent, &scripts), (intmax_t)recent->bytes,
           "the sum is right");
}

static void test_all(void)
{
    static recent_t store;
    recent_t *recent = &store;
    char path[32];
    uint32_t scripts;
    add(recent, "/quiet", "kept");
    for (int i = 0; i < 400; i++) {
        snprintf(path, sizeof(path), "/loud/%d", i);
        for (int line = 0; line < 500; line++)
            add_text(recent, path, 1, filler, SHORT);
    }
    is_int(recent->bytes <= RECENT_ALL_MAX, 1, "all have their part");
    is_int(recent->bytes > RECENT_ALL_MAX - RECENT_ALL_MAX / 8, 1,
           "most of it is used");
    is_int((intmax_t)bytes_of(recent, &scripts), (intmax_t)recent->bytes,
           "the sum is right");
    is_int(scripts, 401, "nobody loses everything");
    is_int(lines_of(recent, "/quiet"), 1, "the largest are cut first");
}

static void test_scripts(void)
{
    static recent_t store;
    recent_t *recent = &store;
    char path[32];
    uint32_t scripts;
    for (uint32_t i = 0; i < RECENT_SCRIPTS_MAX + 10; i++) {
        snprintf(path, sizeof(path), "/s/%u", i);
        add(recent, path, "one");
        add(recent, "/s/0", "again");
    }
    bytes_of(recent, &scripts);
    is_int(scripts, RECENT_SCRIPTS_MAX, "scripts have a limit, too");
    is_int(recent_find(recent, "/s/1") == NULL, 1,
           "the one silent longest goes");
    is_int(recent_find(recent, "/s/0") != NULL, 1, "one that talks stays");
    is_int(recent_find(recent, path) != NULL, 1, "so does the new one");
}

/* An owner of many scripts takes no record of others. */
static void test_owners(void)
{
    static recent_t store;
    recent_t *recent = &store;
    char path[32];
    add_text(recent, "/quiet", 2, "kept", 4);
    for (uint32_t i = 0; i < RECENT_SCRIPTS_MAX + 10; i++) {
        snprintf(path, sizeof(path), "/s/%u", i);
        add(recent, path, "one");
    }
    is_int(lines_of(recent, "/quiet"), 1, "who has one script keeps it");
    is_int(recent_find(recent, "/s/9") == NULL, 1,
           "those go whose owner has most");
}

/* Names alone may take up all. */
static void test_names(void)
{
    static recent_t store;
    recent_t *recent = &store;
    static char path[5000];
    memset(path, 'x', sizeof(path) - 1);
    for (uint32_t i = 0; i < RECENT_SCRIPTS_MAX; i++) {
        snprintf(path, 8, "/%06u", i);
        path[7] = 'x';
        add(recent, path, "");
    }
    is_int(recent->bytes <= RECENT_ALL_MAX, 1, "names count as well");
}

int main(void)
{
    memset(filler, 'x', sizeof(filler));
    test_lines();
    test_owner();
    test_flood();
    test_all();
    test_scripts();
    test_owners();
    test_names();
    is_str(recent_kind_text(RECENT_ORDER), "order", "kinds have names");
    return done_testing();
}
