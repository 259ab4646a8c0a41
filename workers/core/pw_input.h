/* SPDX-License-Identifier: Apache-2.0 */
/* pw_input.h: takes in what comes on a connection while the script works at no
 * request of it. */

#ifndef PW_INPUT_H
#define PW_INPUT_H

#include "pw_conn.h"

/* Reads and acts on all that has come on conn, which the caller holds. hangup
 * is 1 when the peer has shut down its sending side: requests are refused then.
 * Returns a request for the script, with the connection still held. Returns
 * NULL when there is none: the connection has been given back or closed. */
persist_request_t *pw_input(pw_conn_t *conn, int hangup);

#endif /* PW_INPUT_H */
