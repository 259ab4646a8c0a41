/* SPDX-License-Identifier: Apache-2.0 */
/* persist_config_value.h: reads the words of a directive. Pure: no httpd. */

#ifndef PERSIST_CONFIG_VALUE_H
#define PERSIST_CONFIG_VALUE_H

#include <stdint.h>

/* Decimal digits and nothing else, within min…max. Returns 0, or -1 and
 * *number untouched. */
int persist_config_value_number(const char *word, int min, int max,
                                int *number);

/* Bytes: decimal digits with K, M or G (1024, either case) behind them or
 * nothing. Returns 0, or -1 when it is not that or does not fit. */
int persist_config_value_size(const char *word, int64_t *bytes);

/* True for a name that an environment variable may have: letters, digits and
 * underscores, not beginning with a digit. */
int persist_config_value_is_name(const char *word);

#endif /* PERSIST_CONFIG_VALUE_H */
