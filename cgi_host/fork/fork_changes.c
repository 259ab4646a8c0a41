/* SPDX-License-Identifier: Apache-2.0 */
/* fork_changes.c: compares environments. The one at the start is read from
 * /proc, because setenv() and unsetenv() write into the array of pointers on
 * the stack. */

#include "fork/fork_changes.h"

#include "fork/fork_message.h"

#ifdef FORK_SUPPORTED

#include "fork/fork_system.h"
#include "fork/fork_text.h"

#include <errno.h>

#define FIRST_SIZE ((size_t)64 << 10)

typedef struct texts {
    char *at;
    size_t len;
    size_t count;
} texts_t;

static void count_texts(texts_t *texts)
{
    for (size_t i = 0; i < texts->len; i++)
        texts->count += !texts->at[i];
}

/* Reads until the end; one byte stays free, so that the last text ends. */
static long read_all(int fd, texts_t *texts)
{
    size_t size = FIRST_SIZE;
    long got = 0;
    texts->at = fork_system_map(size);
    while (texts->at) {
        got =
            fork_system_read(fd, texts->at + texts->len, size - 1 - texts->len);
        if (got <= 0)
            return got;
        texts->len += (size_t)got;
        if (texts->len == size - 1) {
            texts->at = fork_system_remap(texts->at, size, 2 * size);
            size *= 2;
        }
    }
    return -ENOMEM;
}

static long read_start(texts_t *start)
{
    long fd = fork_system_open("/proc/self/environ", O_RDONLY);
    if (fd < 0)
        return fd;
    long result = read_all((int)fd, start);
    fork_system_close((int)fd);
    if (result == 0)
        count_texts(start);
    return result;
}

static int is_in_texts(const char *text, const texts_t *texts)
{
    for (size_t at = 0; at < texts->len;
         at += fork_text_len(texts->at + at) + 1)
        if (fork_text_same(text, texts->at + at))
            return 1;
    return 0;
}

static int is_named_in(const char *text, char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (fork_text_same_name(text, list[i]))
            return 1;
    return 0;
}

static int is_of_server(const char *text)
{
    return fork_text_same_name(text, FORK_VARIABLE) ||
           fork_text_same_name(text, "LD_PRELOAD");
}

static void find_set(fork_changes_t *changes, char **now, const texts_t *start)
{
    for (; *now; now++)
        if (!is_in_texts(*now, start) && !is_of_server(*now))
            changes->set[changes->set_count++] = *now;
}

static void find_unset(fork_changes_t *changes, char **now, size_t now_count,
                       const texts_t *start)
{
    for (size_t at = 0; at < start->len;) {
        char *text = start->at + at;
        if (!is_named_in(text, now, now_count) && !is_of_server(text))
            changes->unset[changes->unset_count++] = text;
        at += fork_text_len(text) + 1;
    }
}

long fork_changes_find(fork_changes_t *changes, char **now)
{
    static char *none[1];
    texts_t start = {0};
    size_t count = 0;
    long result = read_start(&start);
    if (result < 0)
        return result;
    now = now ? now : none;
    while (now[count])
        count++;
    char **memory =
        fork_system_map((count + start.count + 1) * sizeof(*memory));
    if (!memory)
        return -ENOMEM;
    *changes = (fork_changes_t){.set = memory, .unset = memory + count};
    find_set(changes, now, &start);
    find_unset(changes, now, count, &start);
    return 0;
}

char **fork_changes_apply(const fork_changes_t *changes, char *variables,
                          size_t len, char **to)
{
    for (size_t at = 0; at < len;) {
        char *text = variables + at;
        if (!is_named_in(text, changes->set, changes->set_count) &&
            !is_named_in(text, changes->unset, changes->unset_count))
            *to++ = text;
        at += fork_text_len(text) + 1;
    }
    for (size_t i = 0; i < changes->set_count; i++)
        *to++ = changes->set[i];
    *to++ = NULL;
    return to;
}

#endif /* FORK_SUPPORTED */
