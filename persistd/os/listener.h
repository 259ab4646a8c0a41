/* SPDX-License-Identifier: Apache-2.0 */
/* listener.h: Unix sockets that listen. */

#ifndef LISTENER_H
#define LISTENER_H

#include <uv.h>

/* Binds and listens, close-on-exec, 0600 under persistd's umask. Returns the
 * descriptor, or -1 with errno; the path is then not there. */
int listener_bind(const char *path);

/* One that the loop accepts on. */
typedef struct listener listener_t;

/* Gets each new connection: nonblocking, close-on-exec, the callee's. Where the
 * kernel can, it refuses descriptors. */
typedef void listener_fn(void *owner, int fd);

/* mode: of the socket's file. What stands under the name is removed first: the
 * caller holds persistd.lock. Returns NULL with errno. */
listener_t *listener_open(uv_loop_t *loop, const char *path, unsigned mode,
                          listener_fn *accepted, void *owner);

/* By the clock: accepts again after descriptors had run out, and binds again
 * where the socket's name has been removed or taken. Returns the listener that
 * goes on; NULL is fine. */
listener_t *listener_tick(listener_t *listener);

#endif /* LISTENER_H */
