/* SPDX-License-Identifier: Apache-2.0 */
/* fork_mappings.c: the kernel takes three microseconds to copy a mapping in a
 * fork and to drop it at the end, and a library has five. Three of them are the
 * same file in a row: what describes it, its code, its constants. They become
 * one when they have the same rights, those of the code, as in libraries that
 * were linked before binutils 2.31 separated them. */

#include "fork/fork_mappings.h"

#include "fork/fork_message.h"

#ifdef FORK_SUPPORTED

#include "fork/fork_proc.h"
#include "fork/fork_system.h"
#include "fork/fork_text.h"

typedef struct mapping {
    unsigned long start, end, offset, inode;
    unsigned long device[2];
    const char *rights; /* "r-xp"; NULL: no mapping */
} mapping_t;

/* ---- lines of /proc/self/maps ---- */

/* "START-END RIGHTS OFFSET MAJOR:MINOR INODE PATH" */
static mapping_t read_line(const char *at)
{
    mapping_t found;
    at = fork_text_take_number(at, 16, &found.start);
    at = fork_text_take_number(at, 16, &found.end);
    found.rights = at;
    at = fork_text_take_number(at + sizeof("r-xp"), 16, &found.offset);
    at = fork_text_take_number(at, 16, &found.device[0]);
    at = fork_text_take_number(at, 16, &found.device[1]);
    fork_text_take_number(at, 10, &found.inode);
    return found;
}

static int has_rights(const mapping_t *mapping, const char *rights)
{
    for (int i = 0; i < 4; i++)
        if (mapping->rights[i] != rights[i])
            return 0;
    return 1;
}

/* ---- neighbours ---- */

/* Whether the second one goes on where the first one ends, in memory and in the
 * file. */
static int is_followed_by(const mapping_t *first, const mapping_t *second)
{
    return first->inode != 0 && first->inode == second->inode &&
           first->device[0] == second->device[0] &&
           first->device[1] == second->device[1] &&
           first->end == second->start &&
           first->offset + (first->end - first->start) == second->offset;
}

static void give_rights_of_code(const mapping_t *data)
{
    fork_system_protect(data->start, data->end - data->start,
                        PROT_READ | PROT_EXEC);
}

static void join(const mapping_t *first, const mapping_t *second)
{
    if (!is_followed_by(first, second))
        return;
    if (has_rights(first, "r--p") && has_rights(second, "r-xp"))
        give_rights_of_code(first);
    if (has_rights(first, "r-xp") && has_rights(second, "r--p"))
        give_rights_of_code(second);
}

static void join_all(const char *at)
{
    mapping_t before = {0};
    while (*at) {
        mapping_t mapping = read_line(at);
        if (before.rights)
            join(&before, &mapping);
        before = mapping;
        while (*at++ != '\n')
            continue;
    }
}

void fork_mappings_join(void)
{
    fork_proc_t maps;
    if (fork_proc_read("/proc/self/maps", &maps) < 0)
        return;
    join_all(maps.at);
    fork_proc_free(&maps);
}

#endif /* FORK_SUPPORTED */
