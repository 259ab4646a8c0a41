/* SPDX-License-Identifier: Apache-2.0 */
/* slots_chaos.h: included before every source by `-include`. Calls
 * slots_chaos() before each sequentially consistent step on shared memory, so
 * that a test decides which thread goes on between any two steps of the real
 * code. */

#ifndef SLOTS_TESTS_CHAOS_H
#define SLOTS_TESTS_CHAOS_H

#include <stdatomic.h>

void slots_chaos(void);

/* Another header may define its own step here, which gets the address. */
#ifndef SLOTS_CHAOS
#define SLOTS_CHAOS(at) slots_chaos()
#endif

#undef atomic_load
#define atomic_load(at)                                                        \
    (SLOTS_CHAOS(at), atomic_load_explicit(at, memory_order_seq_cst))

#undef atomic_store
#define atomic_store(at, value)                                                \
    (SLOTS_CHAOS(at), atomic_store_explicit(at, value, memory_order_seq_cst))

#undef atomic_fetch_add
#define atomic_fetch_add(at, value)                                            \
    (SLOTS_CHAOS(at),                                                          \
     atomic_fetch_add_explicit(at, value, memory_order_seq_cst))

#undef atomic_fetch_sub
#define atomic_fetch_sub(at, value)                                            \
    (SLOTS_CHAOS(at),                                                          \
     atomic_fetch_sub_explicit(at, value, memory_order_seq_cst))

#undef atomic_fetch_and
#define atomic_fetch_and(at, value)                                            \
    (SLOTS_CHAOS(at),                                                          \
     atomic_fetch_and_explicit(at, value, memory_order_seq_cst))

#undef atomic_fetch_or
#define atomic_fetch_or(at, value)                                             \
    (SLOTS_CHAOS(at), atomic_fetch_or_explicit(at, value, memory_order_seq_cst))

#undef atomic_compare_exchange_strong
#define atomic_compare_exchange_strong(at, expected, value)                    \
    (SLOTS_CHAOS(at),                                                          \
     atomic_compare_exchange_strong_explicit(                                  \
         at, expected, value, memory_order_seq_cst, memory_order_seq_cst))

#endif /* SLOTS_TESTS_CHAOS_H */
