/* SPDX-License-Identifier: Apache-2.0 */
/* client.h: connections from httpd's children (p/http) and from persistctl
 * (admin): who is on the other end, and its HELLO. */

#ifndef CLIENT_H
#define CLIENT_H

#include "os/conn.h"
#include "state/persistd.h"

typedef struct client {
    struct client *next;
    persistd_t *pd;
    conn_t *conn; /* NULL: it has gone, and an order of its is still to begin */
    uid_t uid;
    int admin;      /* came by the admin socket */
    int greeted;    /* HELLO was right */
    int presence;   /* of an httpd child */
    uint32_t owner; /* its byte of owners.lock, 0: none */
    int64_t until;  /* µs: HELLO has to come, or the answer has to be read
                       before; 0: it may stay */
    struct ensure *ensure; /* that is looked into; NULL: none */
    struct order *order;   /* that is being carried out; NULL: none */
} client_t;

/* Makes both sockets. Returns 0, or -1 with errno. */
int client_listen_http(persistd_t *pd);
int client_listen_admin(persistd_t *pd);

/* It is root or our own uid. */
int client_is_trusted(const client_t *client);

/* The answer is sent: the connection ends when it has been read. Frees the
 * client, perhaps at once. */
void client_answered(client_t *client);

/* Closes those that say nothing, or read nothing. */
void client_tick_all(persistd_t *pd);

/* Carries on with orders, where the agenda has them marked. */
void client_tick_orders(persistd_t *pd);

#endif /* CLIENT_H */
