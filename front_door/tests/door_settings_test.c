/* SPDX-License-Identifier: Apache-2.0 */
/* door_settings_test.c: the text of .persist. */

#include "door_settings.h"
#include "tap.h"

static door_settings_t settings;
static char text[8192];

/* Returns what is wrong with the text, or "". */
static const char *read_text(const char *from)
{
    snprintf(text, sizeof(text), "%s", from);
    door_settings_default(&settings);
    const char *why = door_settings_read(&settings, text);
    return why ? why : "";
}

static void test_right(void)
{
    is_str(read_text(""), "", "nothing is right");
    is_int(settings.buffer_response, 16 << 20, "and has buffers");
    is_int(settings.pool.workers_max, 4, "and has the defaults of httpd");
    is_str(read_text("# a comment\n\n  persistworkers 1 2  \r\nPersistQueue 9 "
                     "2s\nPersistRequestTimeout off 5s\n"
                     "PersistMemoryLimit 64M"),
           "", "many lines");
    is_int(settings.pool.workers_min, 1, "the first number");
    is_int(settings.pool.workers_max, 2, "the second one");
    is_int(settings.queue_ms, 2000, "a duration");
    is_int(settings.pool.hard_ms, 5000, "a limit");
    is_int(settings.pool.memory_soft, 64 << 20, "one of two sizes");
    is_str(read_text("PersistBuffer off 2K"), "", "two buffers");
    is_int(settings.buffer_request, 0, "one is off");
    is_int(settings.buffer_response, 2048, "one is not");
    is_str(read_text("PersistBuffer off"), "", "a single off");
    is_int(settings.buffer_response, 0, "is both");
}

static void test_words(void)
{
    is_str(read_text("PersistEnv A \"b c\"\nPersistMount /shop\n"
                     "PersistInterpreter .py /usr/bin/env python3"),
           "", "words");
    is_int(settings.environment_words, 2, "one variable");
    ok(memcmp(settings.environment[1].data, "b c", 4) == 0, "with its value");
    is_str(settings.mount, "/shop", "a mount");
    is_str(settings.extension, ".py", "an extension");
    is_int(settings.interpreter_words, 2, "and its command");
}

static void test_wrong(void)
{
    static const struct {
        const char *text, *want;
    } cases[] = {
        {"\nPersistFoo 1", "line 2: \"PersistFoo\" is wrong"},
        {"PersistWorkers 1", "give two numbers"},
        {"PersistWorkers 1 2 3", "give two numbers"},
        {"PersistWorkers 3 2", "give a MIN that is not above MAX"},
        {"PersistWorkers 0 129", "give two numbers, 0 to 128"},
        {"PersistRequestTimeout 9s 5s", "give a SOFT that is not above HARD"},
        {"PersistMemoryLimit 2M 1M", "give a SOFT that is not above HARD"},
        {"PersistBuffer 16M", "give a size for requests and one for resp"},
        {"PersistBuffer 16M 0", "give a size for requests and one for resp"},
        {"PersistEnv 1A b", "give a name of letters"},
        {"PersistEnv PERSIST_WORKER b", "give another name"},
        {"PersistEnv A", "give a name and a value"},
        {"PersistApp ../x", "give auto"},
        {"PersistApp /x", "give auto"},
        {"PersistMount shop", "give auto, or the path"},
        {"PersistMount /a /b", "give auto, or the path"},
        {"PersistMount", "give auto, or the path"},
        {"PersistRuntimeDir run", "give an absolute path"},
        {"PersistInterpreter .py python3", "by its absolute path"},
        {"PersistEnv A \"b", "give a quotation mark at the end"},
        {"a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a",
         "give fewer words"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        ok(strstr(read_text(cases[i].text), cases[i].want) != NULL,
           cases[i].text);
}

static void test_many_variables(void)
{
    char lines[DOOR_SETTINGS_ENV * 20 + 40] = "";
    for (int i = 0; i < DOOR_SETTINGS_ENV; i++)
        snprintf(lines + strlen(lines), sizeof(lines) - strlen(lines),
                 "PersistEnv A%d b\n", i);
    is_str(read_text(lines), "", "as many variables as there is room for");
    strcat(lines, "PersistEnv B b\n");
    ok(strstr(read_text(lines), "64 of them at most") != NULL, "and one more");
}

int main(void)
{
    test_right();
    test_words();
    test_wrong();
    test_many_variables();
    return done_testing();
}
