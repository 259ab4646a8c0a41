/* SPDX-License-Identifier: Apache-2.0 */
/* persist_connection_watch.h: connections to workers that have gone are closed
 * within seconds, also in a child that nobody asks anything. */

#ifndef PERSIST_CONNECTION_WATCH_H
#define PERSIST_CONNECTION_WATCH_H

#include <httpd.h>

/* How often it looks while there are connections. A test makes it shorter. */
#ifndef PERSIST_CONNECTION_WATCH_MS
#define PERSIST_CONNECTION_WATCH_MS 2000
#endif

/* child_init hook: the watch that may begin later ends with the child. */
void persist_connection_watch_child_init(apr_pool_t *pchild, server_rec *s);

/* Any thread that has made a connection: it is watched from now on. */
void persist_connection_watch(void);

#endif /* PERSIST_CONNECTION_WATCH_H */
