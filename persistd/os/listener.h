/* SPDX-License-Identifier: Apache-2.0 */
/* listener.h: Unix sockets that listen. */

#ifndef LISTENER_H
#define LISTENER_H

#include <uv.h>

/* Binds and listens: close-on-exec, mode 0600 under persistd's umask. Returns
 * the descriptor, or -1 with errno and no file at the path. */
int listener_bind(const char *path);

/* A socket on which the loop accepts connections. */
typedef struct listener listener_t;

/* Receives each new connection: non-blocking, close-on-exec, owned by the
 * callee. Where the kernel supports it, the socket refuses descriptors. */
typedef void listener_fn(void *owner, int fd);

/* mode: permissions of the socket's file. A file that already has the name is
 * removed, because the caller holds persistd.lock. Returns NULL with errno. */
listener_t *listener_open(uv_loop_t *loop, const char *path, unsigned mode,
                          listener_fn *accepted, void *owner);

/* Once a second: accepts again after descriptors had run out, and binds again
 * if the socket's name was removed or taken. Returns the listener to use from
 * now on. NULL is allowed. */
listener_t *listener_tick(listener_t *listener);

#endif /* LISTENER_H */
