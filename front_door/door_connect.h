/* SPDX-License-Identifier: Apache-2.0 */
/* door_connect.h: the connection to the leased worker. */

#ifndef DOOR_CONNECT_H
#define DOOR_CONNECT_H

#include "slots_claim.h"

/* Connects to the worker that the lease names, and checks that it runs as our
 * user. Returns a descriptor, or -1 with errno. */
int door_connect(const char *instance, const slots_lease_t *lease);

#endif /* DOOR_CONNECT_H */
