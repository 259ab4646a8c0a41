/* SPDX-License-Identifier: Apache-2.0 */
/* status.h: STATUS is answered by REPORT. */

#ifndef STATUS_H
#define STATUS_H

#include "serve/client.h"

/* Sends the report. Users other than root and our own uid see only the pools
 * whose scripts they own. Lines of the log are shown to root and the owner
 * alone. */
void status_take(client_t *client, const wire_status_t *status);

#endif /* STATUS_H */
