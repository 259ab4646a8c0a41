/* SPDX-License-Identifier: Apache-2.0 */
/* persist_connection_watch.h: closes connections to ended workers within
 * seconds, also in a child that serves no requests. */

#ifndef PERSIST_CONNECTION_WATCH_H
#define PERSIST_CONNECTION_WATCH_H

#include <httpd.h>

/* Time between two checks while there are connections. A test shortens it. */
#ifndef PERSIST_CONNECTION_WATCH_MS
#define PERSIST_CONNECTION_WATCH_MS 2000
#endif

/* child_init hook: ends the watch together with the child. */
void persist_connection_watch_child_init(apr_pool_t *pchild, server_rec *s);

/* Any thread: call this after a connection was made, so that it is watched. */
void persist_connection_watch(void);

#endif /* PERSIST_CONNECTION_WATCH_H */
