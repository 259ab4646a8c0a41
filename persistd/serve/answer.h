/* SPDX-License-Identifier: Apache-2.0 */
/* answer.h: what clients ask and say. */

#ifndef ANSWER_H
#define ANSWER_H

#include "serve/client.h"

/* STATUS: sends the REPORT. Others than root and our own uid see only the
 * pools whose scripts are theirs. */
void answer_status(client_t *client, const wire_status_t *status);

/* NUDGE: looks at the pool. */
void answer_nudge(client_t *client, const wire_nudge_t *nudge);

#endif /* ANSWER_H */
