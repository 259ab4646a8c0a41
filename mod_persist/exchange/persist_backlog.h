/* SPDX-License-Identifier: Apache-2.0 */
/* persist_backlog.h: what has passed httpd's filters and waits for a client
 * that does not take it. */

#ifndef PERSIST_BACKLOG_H
#define PERSIST_BACKLOG_H

#include "exchange/persist_spool.h"

#include <apr_buckets.h>

/* Of one request; private to its thread. */
typedef struct persist_backlog {
    apr_bucket_brigade *bb; /* in order; a run in the spool is one bucket */
    persist_spool_t *spool; /* NULL: there is none, or it is full */
    const char *error;      /* why the spool failed; NULL: it did not */
} persist_backlog_t;

/* Appends what is in bb. Bytes go into the spool, passed files stay buckets;
 * FLUSH buckets are dropped, because all of the backlog is sent as soon as
 * possible. Returns 0; or -1 if there is no room (spool, files) or a bucket
 * cannot be read, and then the rest is left in bb. */
int persist_backlog_keep(persist_backlog_t *backlog, apr_bucket_brigade *bb);

/* Moves up to `most` bytes from the front of bb (that of a backlog, or any
 * other) to the end of `to`. They are in memory then, except for files that
 * httpd's core sends by itself, which do not count. Stops behind a FLUSH
 * bucket, which is removed, and sets *flush. Returns an error if a bucket
 * cannot be read. */
apr_status_t persist_backlog_move(apr_bucket_brigade *bb,
                                  apr_bucket_brigade *to, apr_size_t most,
                                  int *flush);

#endif /* PERSIST_BACKLOG_H */
