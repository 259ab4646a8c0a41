/* SPDX-License-Identifier: Apache-2.0 */
/* persist_direct.h: writes a large piece to the client's socket. */

#ifndef PERSIST_DIRECT_H
#define PERSIST_DIRECT_H

#include <apr_buckets.h>
#include <httpd.h>

/* If bb begins with more than `least` bytes in memory, writes of them what the
 * socket takes at once, and removes that. There must be nothing in httpd's core
 * that has to be written before. Returns the bytes written; an error shows at
 * the next write. */
apr_size_t persist_direct_write(conn_rec *c, int fd, apr_bucket_brigade *bb,
                                apr_size_t least);

#endif /* PERSIST_DIRECT_H */
