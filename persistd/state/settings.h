/* SPDX-License-Identifier: Apache-2.0 */
/* settings.h: what httpd's parent has set, in persistd's own memory. */

#ifndef SETTINGS_H
#define SETTINGS_H

#include "wire_message.h"

typedef struct settings {
    int known;   /* SETTINGS has come at least once */
    char *token; /* secret of the instance */
    size_t token_len;
    uint32_t max_workers;
    uint32_t owner_share; /* workers of one owner while another owner waits */
    int64_t stop_us;
    char **environment; /* "NAME=value" for every worker */
    unsigned umask;     /* of every worker; persistd's own is 077 */
} settings_t;

/* Replaces all settings. Returns 0, or -1 with *why set and nothing changed. */
int settings_take(settings_t *settings, const wire_settings_t *message,
                  const char **why);

/* Compares in constant time. */
int settings_token_is(const settings_t *settings, wire_bytes_t token);

#endif /* SETTINGS_H */
