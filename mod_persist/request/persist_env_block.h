/* SPDX-License-Identifier: Apache-2.0 */
/* persist_env_block.h: a table as one block of bytes: name NUL value NUL … */

#ifndef PERSIST_ENV_BLOCK_H
#define PERSIST_ENV_BLOCK_H

#include "wire_frame.h"

#include <apr_tables.h>

/* Lays the table out in p, with names as a CGI script would see them: what is
 * neither letter nor digit is "_", and so is a digit in front. The last entries
 * come first: those of httpd's that say what is asked, which SDKs look up.
 * Entries without a name are left out. Returns how many bytes that takes; when
 * they are more than `most`, nothing is laid out and *block stays as it is. */
size_t persist_env_block_make(const apr_table_t *table, size_t most,
                              apr_pool_t *p, wire_bytes_t *block);

#endif /* PERSIST_ENV_BLOCK_H */
