/* SPDX-License-Identifier: Apache-2.0 */
/* arena.c: the memory of Python's objects, in huge pages.
 *
 * CPython has its objects in arenas of 1 MiB, each mapped by itself. Here two
 * of them come in a huge page, so that the processor finds an application's
 * objects with few entries of its TLB. Why, and what it gains:
 * docs/decisions/python-objects-in-huge-pages.md */

#include "sdk.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Of x86-64, and of ARM with pages of 4 KiB. Where huge pages are larger, the
 * advice does nothing. */
#define HUGE_PAGE ((size_t)2 << 20)
/* Of CPython from 3.10 on. Older ones have smaller arenas and get them as
 * before.
 */
#define ARENA (HUGE_PAGE / 2)

/* CPython's PyObjectArenaAllocator, since 3.4. The limited API lacks it, but
 * each CPython exports the function that takes it. */
typedef struct arena_allocator {
    void *context;
    void *(*take)(void *context, size_t size);
    void (*give_back)(void *context, void *arena, size_t size);
} arena_allocator_t;

/* An arena that nobody uses, or NULL: the other half of a huge page, or what
 * was given back last, since a program at the edge of an arena takes and gives
 * back the same again and again. Interpreters with a GIL of their own call at
 * once. */
static _Atomic(void *) spare;

static void *map(size_t size)
{
    void *pages = mmap(NULL, size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return pages == MAP_FAILED ? NULL : pages;
}

static void unmap(char *from, char *to)
{
    if (from < to)
        munmap(from, (size_t)(to - from));
}

/* Returns a huge page, or NULL. It is one only once it is written to. */
static char *map_huge(void)
{
    char *pages = map(2 * HUGE_PAGE);
    if (!pages)
        return NULL;
    char *begin = pages + (-(uintptr_t)pages & (HUGE_PAGE - 1));
    unmap(pages, begin);
    unmap(begin + HUGE_PAGE, pages + 2 * HUGE_PAGE);
    madvise(begin, HUGE_PAGE, MADV_HUGEPAGE); /* a failure costs speed only */
    return begin;
}

static void give_back(void *context, void *arena, size_t size)
{
    (void)context;
    if (size == ARENA)
        arena = atomic_exchange(&spare, arena);
    if (arena)
        munmap(arena, size);
}

static void *take(void *context, size_t size)
{
    if (size != ARENA)
        return map(size);
    void *kept = atomic_exchange(&spare, NULL);
    if (kept)
        return kept;
    char *both = map_huge();
    if (!both)
        return map(size);
    give_back(context, both + ARENA, ARENA);
    return both;
}

void sdk_use_huge_pages(void)
{
    static arena_allocator_t ours = {NULL, take, give_back};
    const char *wanted = getenv("PERSIST_HUGE_PAGES");
    void (*set)(arena_allocator_t *);
    *(void **)&set = dlsym(RTLD_DEFAULT, "PyObject_SetArenaAllocator");
    if (set && !(wanted && strcmp(wanted, "off") == 0))
        set(&ours);
}
