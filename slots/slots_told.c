/* SPDX-License-Identifier: Apache-2.0 */
/* slots_told.c: three sums. */

#include "slots_told.h"

#define RELAXED memory_order_relaxed

static void add(_Atomic uint64_t *sum, uint64_t n)
{
    atomic_fetch_add_explicit(sum, n, RELAXED);
}

void slots_told_add(slots_told_t *told, int slept, uint64_t us)
{
    add(&told->requests, 1);
    add(&told->us, us);
    if (slept)
        add(&told->slept_us, us);
}

void slots_told_read(const slots_told_t *told, slots_told_sums_t *sums)
{
    sums->requests += atomic_load_explicit(&told->requests, RELAXED);
    sums->us += atomic_load_explicit(&told->us, RELAXED);
    sums->slept_us += atomic_load_explicit(&told->slept_us, RELAXED);
}

static void move(_Atomic uint64_t *from, _Atomic uint64_t *into)
{
    add(into, atomic_exchange_explicit(from, 0, RELAXED));
}

void slots_told_move(slots_told_t *from, slots_told_t *into)
{
    move(&from->requests, &into->requests);
    move(&from->us, &into->us);
    move(&from->slept_us, &into->slept_us);
}

void slots_told_clear(slots_told_t *told)
{
    atomic_store_explicit(&told->requests, 0, RELAXED);
    atomic_store_explicit(&told->us, 0, RELAXED);
    atomic_store_explicit(&told->slept_us, 0, RELAXED);
}
