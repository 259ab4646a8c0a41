/* SPDX-License-Identifier: Apache-2.0 */
/* persist_text.h: reads a .htaccess file whose state stat() can tell from
 * every later one. */

#ifndef PERSIST_TEXT_H
#define PERSIST_TEXT_H

#include <httpd.h> /* before all other headers of httpd */

#include <apr_pools.h>
#include <sys/stat.h>

/* A longer file is not kept. */
#define PERSIST_TEXT_MAX (16 * 1024)

/* A file that was changed less than this ago is not kept yet: a second change
 * within the same tick of the file system's clock would not show. Some kernels
 * have ticks of 4 ms, some file systems of 2 s. */
#define PERSIST_TEXT_SETTLED_S 2

typedef struct persist_text {
    const char *at; /* what has not been parsed yet */
    const char *end;
} persist_text_t;

typedef enum persist_text_result {
    PERSIST_TEXT_READ,
    PERSIST_TEXT_ABSENT,
    PERSIST_TEXT_UNSETTLED, /* it changes just now */
    PERSIST_TEXT_UNFIT      /* of a kind that is not kept */
} persist_text_result_t;

/* Reads the file at path. text: its bytes, in p; st: its state, the same before
 * and after reading. A FIFO, a device or a socket is not opened for long. */
persist_text_result_t persist_text_read(const char *path, apr_pool_t *p,
                                        persist_text_t *text, struct stat *st);

#endif /* PERSIST_TEXT_H */
