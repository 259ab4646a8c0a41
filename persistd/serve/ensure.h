/* SPDX-License-Identifier: Apache-2.0 */
/* ensure.h: ENSURE: the script is looked at, the pool made or renewed, ENSURED
 * sent. */

#ifndef ENSURE_H
#define ENSURE_H

#include "serve/client.h"

/* Answers now, when the script has been looked at, or when its file system
 * takes too long. */
void ensure_take(client_t *client, const wire_ensure_t *question);

/* The client goes; NULL questions are fine. */
void ensure_drop(client_t *client);

#endif /* ENSURE_H */
