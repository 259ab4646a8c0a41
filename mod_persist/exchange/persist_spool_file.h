/* SPDX-License-Identifier: Apache-2.0 */
/* persist_spool_file.h: temporary files without a name. Any thread. */

#ifndef PERSIST_SPOOL_FILE_H
#define PERSIST_SPOOL_FILE_H

#include <apr_pools.h>

/* Opens a new, empty file for reading and writing. It has no name, so it is
 * gone when it is closed, however this process ends. Returns the descriptor, or
 * -1 with errno. */
int persist_spool_file_open(apr_pool_t *p);

/* Returns the directory of the temporary files (apr_temp_dir_get(3): $TMPDIR,
 * then /tmp and others), for messages. */
const char *persist_spool_file_directory(apr_pool_t *p);

#endif /* PERSIST_SPOOL_FILE_H */
