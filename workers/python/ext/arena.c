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
#include <sys/mman.h>

#ifdef MADV_HUGEPAGE

/* Of x86-64, and of ARM with pages of 4 KiB. Where huge pages are larger, the
 * advice does nothing. */
#define HUGE_PAGE ((size_t)2 << 20)
/* Of CPython from 3.10 on, on 64 bits. Others stay with CPython's allocator. */
#define ARENA (HUGE_PAGE / 2)

/* CPython's PyObjectArenaAllocator, since 3.4. The limited API lacks it and the
 * functions that get and set it, but each CPython exports those. */
typedef struct arena_allocator {
    void *context;
    void *(*take)(void *context, size_t size);
    void (*give_back)(void *context, void *arena, size_t size);
} arena_allocator_t;

typedef void (*with_allocator_t)(arena_allocator_t *);

static arena_allocator_t cpythons;

/* An arena that nobody uses, or NULL: as a rule the other half of a huge page.
 * Interpreters with a GIL of their own call at once. */
static _Atomic(void *) spare;

static void unmap(char *from, char *to)
{
    if (from < to)
        munmap(from, (size_t)(to - from));
}

/* Returns 2 MiB, or NULL. The kernel makes it a huge page at the first write.
 * Linux maps downwards: the upper of two places touches the last one's, and
 * both are one mapping. */
static char *map_huge(void)
{
    char *pages = mmap(NULL, 2 * HUGE_PAGE, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
        return NULL;
    char *begin = pages + HUGE_PAGE - ((uintptr_t)pages & (HUGE_PAGE - 1));
    unmap(pages, begin);
    unmap(begin + HUGE_PAGE, pages + 2 * HUGE_PAGE);
    madvise(begin, HUGE_PAGE, MADV_HUGEPAGE); /* a failure costs speed only */
    return begin;
}

/* Gives back both halves of a huge page, if the other one is the spare. An
 * arena from before is at any address, and no half. */
static int give_both(char *arena)
{
    char *both = (char *)((uintptr_t)arena & ~(HUGE_PAGE - 1));
    void *other = arena == both ? both + ARENA : both;
    if (((uintptr_t)arena & (ARENA - 1)) != 0 ||
        !atomic_compare_exchange_strong(&spare, &other, NULL))
        return 0;
    unmap(both, both + HUGE_PAGE);
    return 1;
}

/* The spare is kept where another comes: to unmap one half of a huge page makes
 * small ones of the other. */
static void give_back(void *context, void *arena, size_t size)
{
    void *none = NULL;
    if (size != ARENA)
        cpythons.give_back(context, arena, size);
    else if (!atomic_compare_exchange_strong(&spare, &none, arena) &&
             !give_both(arena))
        munmap(arena, ARENA);
}

static void *take(void *context, size_t size)
{
    if (size != ARENA)
        return cpythons.take(context, size);
    char *arena = atomic_exchange(&spare, NULL);
    if (!arena && (arena = map_huge()))
        give_back(context, arena + ARENA, ARENA);
    return arena ? arena : cpythons.take(context, size);
}

static with_allocator_t named(const char *name)
{
    with_allocator_t function;
    *(void **)&function = dlsym(RTLD_DEFAULT, name);
    return function;
}

/* Whether the allocator is CPython's own, from the same file as `set`, which on
 * Linux maps arenas and unmaps them. */
static int is_cpythons(const arena_allocator_t *allocator, with_allocator_t set)
{
    Dl_info its, python;
    return !allocator->context &&
           dladdr(*(void *const *)&allocator->take, &its) &&
           dladdr(*(void **)&set, &python) && its.dli_fbase == python.dli_fbase;
}

static void use_huge_pages(void)
{
    static arena_allocator_t ours = {NULL, take, give_back};
    arena_allocator_t found;
    with_allocator_t get = named("PyObject_GetArenaAllocator");
    with_allocator_t set = named("PyObject_SetArenaAllocator");
    if (!get || !set)
        return;
    get(&found);
    if (!is_cpythons(&found, set))
        return;
    cpythons = found;
    set(&ours);
}

#else

static void use_huge_pages(void)
{
}

#endif

PyObject *sdk_huge_pages(PyObject *module, PyObject *none)
{
    (void)module, (void)none;
    use_huge_pages();
    return Py_NewRef(Py_None);
}
