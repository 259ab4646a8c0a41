/* SPDX-License-Identifier: Apache-2.0 */
/* persist_patience.h: when a client is slow, so that its bytes are kept and the
 * worker does not wait for it. Pure. */

#ifndef PERSIST_PATIENCE_H
#define PERSIST_PATIENCE_H

#include <stdint.h>

/* Milliseconds to wait for the client, which has taken `passed` bytes of this
 * response, or sent so many of the request's body, and has been waited for
 * `waited_us` so far. 0: it is slow, so httpd keeps what comes. A client that
 * takes or sends 8 MB a second is waited for as often as it needs. */
int persist_patience_ms(int64_t passed, int64_t waited_us);

#endif /* PERSIST_PATIENCE_H */
