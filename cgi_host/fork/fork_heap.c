/* SPDX-License-Identifier: Apache-2.0 */
/* fork_heap.c: tells the kernel in which page the heap begins (PR_SET_MM_MAP),
 * which takes no privilege, and moves its begin inside of that. */

/* RTLD_DEFAULT */
#define _GNU_SOURCE 1 /* NOLINT(bugprone-reserved-identifier) */

#include "fork/fork_heap.h"

#include "fork/fork_message.h"

#ifdef FORK_SUPPORTED

#include "fork/fork_proc.h"
#include "fork/fork_serve.h"
#include "fork/fork_system.h"
#include "fork/fork_text.h"

#include <dlfcn.h>

#define PAGE ((unsigned long)64 << 10) /* the largest of any system */
#define ALIGNED 16ul                   /* as what malloc() returns */

/* ---- /proc/self/stat ---- */

/* Returns the third field, which follows the name. */
static const char *behind_name(const char *text)
{
    const char *found = text;
    for (; *text; text++)
        if (*text == ')')
            found = text + 1;
    return *found ? found + 1 : found;
}

static const char *skip(const char *at, int fields)
{
    while (*at && fields > 0)
        fields -= *at++ == ' ';
    return at;
}

static const char *take(const char *at, __u64 *number)
{
    unsigned long found;
    at = fork_text_take_number(at, 10, &found);
    *number = found;
    return at;
}

/* Fields 26 to 28 and 45 to 51 of proc(5). */
static void read_fields(const char *text, struct prctl_mm_map *map)
{
    const char *at = skip(behind_name(text), 26 - 3);
    at = take(at, &map->start_code);
    at = take(at, &map->end_code);
    at = take(at, &map->start_stack);
    at = skip(at, 45 - 29);
    at = take(at, &map->start_data);
    at = take(at, &map->end_data);
    at = take(at, &map->start_brk);
    at = take(at, &map->arg_start);
    at = take(at, &map->arg_end);
    at = take(at, &map->env_start);
    take(at, &map->env_end);
}

static long read_map(struct prctl_mm_map *map)
{
    fork_proc_t stat;
    long result = fork_proc_read("/proc/self/stat", &stat);
    if (result < 0)
        return result;
    read_fields(stat.at, map);
    fork_proc_free(&stat);
    map->brk = fork_system_break(0);
    map->exe_fd = ~0u; /* it stays */
    return 0;
}

/* ---- the heap ---- */

/* The C library has asked the kernel for the end of the heap. From then on it
 * knows it without asking. */
static int has_begun(const struct prctl_mm_map *map)
{
    void *const *known = dlsym(RTLD_DEFAULT, "__curbrk");
    return !known || *known || map->brk != map->start_brk;
}

long fork_heap_find(fork_heap_t *heap, unsigned long range)
{
    long result = read_map(&heap->map);
    if (result < 0)
        return result;
    heap->range = has_begun(&heap->map) ? 0 : range;
    return fork_system_set_map(&heap->map, sizeof(heap->map));
}

void fork_heap_move(fork_heap_t *heap, unsigned long random)
{
    if (!heap->range)
        return;
    unsigned long by = random % heap->range & ~(ALIGNED - 1);
    heap->map.start_brk += by & ~(PAGE - 1);
    heap->map.brk = heap->map.start_brk;
    if (fork_system_set_map(&heap->map, sizeof(heap->map)) < 0)
        fork_system_exit(FORK_CHILD_FAILED);
    fork_system_break(heap->map.brk + by % PAGE);
}

#endif /* FORK_SUPPORTED */
