/* SPDX-License-Identifier: Apache-2.0 */
/* persist_config_value.h: reads the words of a directive. Pure: no httpd. */

#ifndef PERSIST_CONFIG_VALUE_H
#define PERSIST_CONFIG_VALUE_H

#include <stdint.h>

/* Reads decimal digits and nothing else, within min…max. Returns 0, or -1 with
 * *number unchanged. */
int persist_config_value_number(const char *word, int min, int max,
                                int *number);

/* Reads bytes: decimal digits, with or without K, M or G (1024, either case)
 * behind them. Returns 0, or -1 if the word is something else or does not
 * fit. */
int persist_config_value_size(const char *word, int64_t *bytes);

/* True for a valid name of an environment variable: letters, digits and
 * underscores, with no digit at the beginning. */
int persist_config_value_is_name(const char *word);

/* Checks the name of a PersistEnv. Returns NULL, or what to give instead. */
const char *persist_config_value_env(const char *name);

#endif /* PERSIST_CONFIG_VALUE_H */
