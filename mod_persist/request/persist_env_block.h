/* SPDX-License-Identifier: Apache-2.0 */
/* persist_env_block.h: a table as one block of bytes: name NUL value NUL … */

#ifndef PERSIST_ENV_BLOCK_H
#define PERSIST_ENV_BLOCK_H

#include "wire_frame.h"

#include <apr_tables.h>

/* Lays the table out in p, with the names that a CGI script would see: a
 * character that is neither letter nor digit becomes "_", and so does a digit
 * in front. The last entries come first, because httpd adds the request's own
 * variables last and SDKs look those up. Entries without a name are left out.
 * Returns the bytes that this takes; if they are more than `most`, nothing is
 * laid out and *block stays as it is. */
size_t persist_env_block_make(const apr_table_t *table, size_t most,
                              apr_pool_t *p, wire_bytes_t *block);

#endif /* PERSIST_ENV_BLOCK_H */
