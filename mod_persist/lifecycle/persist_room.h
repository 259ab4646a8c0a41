/* SPDX-License-Identifier: Apache-2.0 */
/* persist_room.h: checks, while httpd still has a terminal, whether there is
 * room for the table. */

#ifndef PERSIST_ROOM_H
#define PERSIST_ROOM_H

#include "config/persist_config.h"

/* Returns, in p, why persistd could not make its table now. Returns NULL if
 * nothing prevents it, or if a server runs according to the PidFile, because
 * that server has its table. Nothing is left behind. */
const char *persist_room_lack(const persist_server_config_t *config,
                              apr_pool_t *p);

#endif /* PERSIST_ROOM_H */
