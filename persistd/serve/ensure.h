/* SPDX-License-Identifier: Apache-2.0 */
/* ensure.h: answers ENSURE: looks at the script, makes or redefines the pool,
 * and sends ENSURED. */

#ifndef ENSURE_H
#define ENSURE_H

#include "serve/client.h"

/* Answers at once, when the script has been looked at, or when its file system
 * takes too long. */
void ensure_take(client_t *client, const wire_ensure_t *question);

/* Drops the client's ENSURE, if there is one. */
void ensure_drop(client_t *client);

#endif /* ENSURE_H */
