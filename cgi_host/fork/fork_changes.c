/* SPDX-License-Identifier: Apache-2.0 */
/* fork_changes.c: compares environments. The one at the start is read from
 * /proc, because setenv() and unsetenv() write into the array of pointers on
 * the stack. */

#include "fork/fork_changes.h"

#include "fork/fork_message.h"

#ifdef FORK_SUPPORTED

#include "fork/fork_proc.h"
#include "fork/fork_system.h"
#include "fork/fork_text.h"

#include <errno.h>

static int is_in_texts(const char *text, const fork_proc_t *texts)
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

static void find_set(fork_changes_t *changes, char **now,
                     const fork_proc_t *start)
{
    for (; *now; now++)
        if (!is_in_texts(*now, start) && !is_of_server(*now))
            changes->set[changes->set_count++] = *now;
}

static void find_unset(fork_changes_t *changes, char **now, size_t now_count,
                       const fork_proc_t *start)
{
    for (size_t at = 0; at < start->len;) {
        char *text = start->at + at;
        if (!is_named_in(text, now, now_count) && !is_of_server(text))
            changes->unset[changes->unset_count++] = text;
        at += fork_text_len(text) + 1;
    }
}

static size_t count_in(char *const *list)
{
    size_t count = 0;
    while (list[count])
        count++;
    return count;
}

long fork_changes_find(fork_changes_t *changes, char **now)
{
    static char *none[1];
    fork_proc_t start;
    long result = fork_proc_read("/proc/self/environ", &start);
    if (result < 0)
        return result;
    now = now ? now : none;
    size_t count = count_in(now);
    size_t room = count + fork_text_count(start.at, start.len) + 1;
    char **memory = fork_system_map(room * sizeof(*memory));
    if (!memory)
        return -ENOMEM;
    *changes = (fork_changes_t){.set = memory, .unset = memory + count};
    find_set(changes, now, &start);
    find_unset(changes, now, count, &start);
    if (changes->set_count + changes->unset_count == 0) {
        fork_system_unmap(memory, room * sizeof(*memory));
        fork_proc_free(&start);
    }
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
