/* SPDX-License-Identifier: Apache-2.0 */
/* wire_limits.h: every number the protocol fixes; see wire/PROTOCOL.md. */

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
#define WIRE_REQUEST_ID_MAX 64u
#define WIRE_SDK_MAX 255u
#define WIRE_TOKEN_MAX 255u
#define WIRE_PATH_MAX 4095u
#define WIRE_SIGNAL_MAX 64u
#define WIRE_FAULT_MAX 9999u

/* Milliseconds: about 34 years, so that nanoseconds of it fit 63 bits. */
#define WIRE_MS_MAX (UINT64_C(1) << 40)

/* Elements of all arrays of one frame together, and how deep they nest. */
#define WIRE_ELEMENTS_MAX 1024u
#define WIRE_NESTING_MAX 2

/* INFOs of one request. */
#define WIRE_INFO_MAX 16u

/* Body bytes a worker may have asked for (WANT) and not yet received. */
#define WIRE_CREDIT_MAX (1u << 20)

/* A worker without a control connection for this long ends by itself. */
#define WIRE_ORPHAN_SECONDS 30

/* Descriptor on which a worker inherits its listening socket, and the
 * environment variable that says so: PERSIST_WORKER=<version>:<descriptor>. */
#define WIRE_LISTEN_FD 3
#define WIRE_WORKER_VARIABLE "PERSIST_WORKER"

#endif /* WIRE_LIMITS_H */
