/* SPDX-License-Identifier: Apache-2.0 */
/* persist_steps.h: is put in front of every source by `-include`. It calls
 * slots_chaos() before each step on shared memory and each system call on a
 * socket, so that a test decides what happens between any two steps of the real
 * code. */

#ifndef PERSIST_TESTS_STEPS_H
#define PERSIST_TESTS_STEPS_H

#include "../../../slots/tests/slots_chaos.h"

#include <sys/socket.h>
#include <unistd.h>

#undef atomic_exchange
#define atomic_exchange(at, value)                                             \
    (slots_chaos(), atomic_exchange_explicit(at, value, memory_order_seq_cst))

#define socket(...) (slots_chaos(), socket(__VA_ARGS__))
#define setsockopt(...) (slots_chaos(), setsockopt(__VA_ARGS__))
#define getsockopt(...) (slots_chaos(), getsockopt(__VA_ARGS__))
#define connect(...) (slots_chaos(), connect(__VA_ARGS__))
#define send(...) (slots_chaos(), send(__VA_ARGS__))
#define sendmsg(...) (slots_chaos(), sendmsg(__VA_ARGS__))
#define recv(...) (slots_chaos(), recv(__VA_ARGS__))
#define shutdown(...) (slots_chaos(), shutdown(__VA_ARGS__))
#define recvmsg(...) (slots_chaos(), recvmsg(__VA_ARGS__))
#define close(...) (slots_chaos(), close(__VA_ARGS__))

#endif /* PERSIST_TESTS_STEPS_H */
