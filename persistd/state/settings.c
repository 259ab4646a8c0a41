/* SPDX-License-Identifier: Apache-2.0 */
/* settings.c: copies SETTINGS. */

#include "state/settings.h"

#include "base/heap.h"
#include "base/strv.h"

#include <stdlib.h>

int settings_take(settings_t *settings, const wire_settings_t *message,
                  const char **why)
{
    char **environment = strv_from_pairs(&message->environment, why);
    if (!environment)
        return -1;
    free(settings->token);
    strv_free(settings->environment);
    settings->token = heap_text(message->token.data, message->token.len);
    settings->token_len = message->token.len;
    settings->max_workers = (uint32_t)message->max_workers;
    settings->owner_share = (uint32_t)message->owner_share;
    settings->stop_us = (int64_t)message->stop_ms * 1000;
    settings->environment = environment;
    settings->umask = (unsigned)message->umask;
    settings->known = 1;
    return 0;
}

int settings_token_is(const settings_t *settings, wire_bytes_t token)
{
    if (!settings->known || token.len != settings->token_len)
        return 0;
    unsigned difference = 0;
    for (size_t i = 0; i < token.len; i++)
        difference |= (unsigned char)settings->token[i] ^ token.data[i];
    return difference == 0;
}
