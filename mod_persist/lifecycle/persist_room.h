/* SPDX-License-Identifier: Apache-2.0 */
/* persist_room.h: is there room for the table, while httpd has a terminal? */

#ifndef PERSIST_ROOM_H
#define PERSIST_ROOM_H

#include "config/persist_config.h"

/* Why persistd could not make its table now, in p; NULL: nothing speaks against
 * it, or a server runs by the PidFile, which has its table. Nothing is left
 * behind. */
const char *persist_room_lack(const persist_server_config_t *config,
                              apr_pool_t *p);

#endif /* PERSIST_ROOM_H */
