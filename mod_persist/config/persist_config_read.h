/* SPDX-License-Identifier: Apache-2.0 */
/* persist_config_read.h: reads one word of a directive. Each function returns
 * NULL, or a text with the directive, the word and an example of a right one;
 * the result is unchanged then. */

#ifndef PERSIST_CONFIG_READ_H
#define PERSIST_CONFIG_READ_H

#include <httpd.h> /* before all other headers of httpd */

#include <http_config.h>
#include <stdint.h>

/* The range of a duration. */
typedef struct persist_config_span {
    uint64_t min, max; /* milliseconds */
    int off;           /* "off" is allowed and gives 0 */
    const char *want;
} persist_config_span_t;

/* Makes the text for a wrong word; want describes the right one. */
const char *persist_config_read_wrong(cmd_parms *cmd, const char *word,
                                      const char *want);

const char *persist_config_read_number(cmd_parms *cmd, const char *word,
                                       int min, int max, const char *example,
                                       uint64_t *number);

/* Takes httpd's units ms, s, min and h; seconds without a unit. */
const char *persist_config_read_span(cmd_parms *cmd, const char *word,
                                     const persist_config_span_t *span,
                                     uint64_t *ms);

const char *persist_config_read_size(cmd_parms *cmd, const char *word,
                                     uint64_t *bytes);

/* Makes ".py" of "py" and of ".py". */
const char *persist_config_read_extension(cmd_parms *cmd, const char *word,
                                          const char **extension);

#endif /* PERSIST_CONFIG_READ_H */
