/* SPDX-License-Identifier: Apache-2.0 */
/* pw_send.h: sends bytes on a connection, and a descriptor with them. In an
 * asynchronous worker no send waits: what the socket does not take is kept and
 * sent when there is room. */

#ifndef PW_SEND_H
#define PW_SEND_H

#include "pw_conn.h"

#include <stddef.h>
#include <sys/uio.h>

/* Sends the parts, with the connection's passed descriptor, which is closed
 * then. The caller holds the connection. Returns 0 when all has been sent or
 * kept, or -1 with errno EPIPE: the connection is broken. parts is changed. */
int pw_send(pw_conn_t *conn, struct iovec *parts, size_t count);

/* There is room in the socket: sends what is kept. Returns 1 when nothing is
 * kept any more, 0 when something is, or -1 when the connection is broken. */
int pw_send_kept(pw_conn_t *conn);

/* Returns how many bytes are kept. */
size_t pw_send_unsent(const pw_conn_t *conn);

/* Forgets what is kept, and closes the passed descriptor. */
void pw_send_forget(pw_conn_t *conn);

#endif /* PW_SEND_H */
