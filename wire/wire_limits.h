/* SPDX-License-Identifier: Apache-2.0 */
/* wire_limits.h: every number that the protocol fixes; see wire/PROTOCOL.md. */

#ifndef WIRE_LIMITS_H
#define WIRE_LIMITS_H

#include <stdint.h>

#define WIRE_VERSION 1u

/* A frame is 0xce, four bytes of length (big-endian), then one msgpack array
 * of exactly that many bytes. */
#define WIRE_PREFIX_LEN 5u
#define WIRE_FRAME_MAX (2u << 20)

#define WIRE_VARIABLES_MAX (1u << 20)
#define WIRE_INLINE_BODY_MAX (64u << 10)
#define WIRE_BODY_MAX (256u << 10)
#define WIRE_LOG_MAX (64u << 10)
/* So small a frame goes into a socket whole or not at all. */
#define WIRE_SAID_MAX (16u << 10)
#define WIRE_STATUS_LINES_MAX 100u
#define WIRE_REQUEST_ID_MAX 64u
#define WIRE_SDK_MAX 255u
#define WIRE_TOKEN_MAX 255u
#define WIRE_PATH_MAX 4095u
#define WIRE_SIGNAL_MAX 64u
#define WIRE_FAULT_MAX 9999u

/* Largest time in milliseconds: about 34 years, so that it fits 63 bits in
 * nanoseconds. */
#define WIRE_MS_MAX (UINT64_C(1) << 40)

/* Elements of all arrays of one frame together. */
#define WIRE_ELEMENTS_MAX 1024u

/* How deep arrays nest: the message's own, and the lists in it. */
#define WIRE_NESTING_MAX 2

/* INFO messages of one request. */
#define WIRE_INFO_MAX 16u

/* Open credit: body bytes that WANT has allowed and that have not come yet. */
#define WIRE_CREDIT_MAX (1u << 20)

/* A worker that has had no control connection for so long exits. */
#define WIRE_ORPHAN_SECONDS 30

/* Descriptor on which a worker inherits its listening socket. */
#define WIRE_LISTEN_FD 3

/* Environment variable that names it: PERSIST_WORKER=<version>:<descriptor>. */
#define WIRE_WORKER_VARIABLE "PERSIST_WORKER"
/* How many threads a worker is asked to have, where PersistThreads is set. */
#define WIRE_THREADS_VARIABLE "PERSIST_THREADS"
/* How many bytes a program of persist-cgi-host may use, where there is a limit.
 */
#define WIRE_MEMORY_VARIABLE "PERSIST_MEMORY_HARD"

#endif /* WIRE_LIMITS_H */
