/* SPDX-License-Identifier: Apache-2.0 */
/* persist_config_read.h: reads one word of a directive. Each function returns
 * NULL, or a text that names the directive, the word and what would have been
 * right; the result is untouched then. */

#ifndef PERSIST_CONFIG_READ_H
#define PERSIST_CONFIG_READ_H

#include <httpd.h> /* before all other headers of httpd */

#include <http_config.h>
#include <stdint.h>

/* What a duration may be. */
typedef struct persist_config_span {
    uint64_t min, max; /* milliseconds */
    int off;           /* "off" is a value, too: 0 */
    const char *want;
} persist_config_span_t;

/* The text for a wrong word; want says what is right. */
const char *persist_config_read_wrong(cmd_parms *cmd, const char *word,
                                      const char *want);

const char *persist_config_read_number(cmd_parms *cmd, const char *word,
                                       int min, int max, const char *example,
                                       uint64_t *number);

/* With httpd's units ms, s, min, h; seconds without one. */
const char *persist_config_read_span(cmd_parms *cmd, const char *word,
                                     const persist_config_span_t *span,
                                     uint64_t *ms);

const char *persist_config_read_size(cmd_parms *cmd, const char *word,
                                     uint64_t *bytes);

/* "py" and ".py" give ".py". */
const char *persist_config_read_extension(cmd_parms *cmd, const char *word,
                                          const char **extension);

#endif /* PERSIST_CONFIG_READ_H */
