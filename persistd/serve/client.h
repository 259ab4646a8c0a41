/* SPDX-License-Identifier: Apache-2.0 */
/* client.h: the record of one connection, from a child process of httpd
 * (p/http) or from persistctl (admin). serve/dispatch.h receives its
 * messages. */

#ifndef CLIENT_H
#define CLIENT_H

#include "os/conn.h"
#include "state/persistd.h"

typedef struct client {
    struct client *next;
    persistd_t *pd;
    conn_t *conn; /* NULL: it has hung up before its order was begun */
    uid_t uid;
    int admin;      /* it came by the admin socket */
    int greeted;    /* HELLO was right */
    int presence;   /* the long-lived connection of a child process */
    int says;       /* its connection for SAID */
    uint32_t owner; /* the child process's byte of owners.lock; 0: none */
    /* µs: by then HELLO has to come, or the answer has to be read; 0: no
     * limit. */
    int64_t until;
    struct ensure *ensure; /* ENSURE that is being answered; NULL: none */
    struct order *order;   /* order that is being carried out; NULL: none */
} client_t;

/* Makes a record in the list of clients, without a connection. */
client_t *client_record(persistd_t *pd, uid_t uid, int admin);

/* Takes the record out of the list and frees it. Its ensure and its order have
 * been dropped, and its connection is closed or closes itself. */
void client_forget(client_t *client);

/* True for root and for our own uid. */
int client_uid_is_trusted(uid_t uid);
int client_is_trusted(const client_t *client);

/* The answer has been sent, and the order or ENSURE dropped. The connection
 * ends when the client has read the answer. Frees the client, perhaps at
 * once. */
void client_answered(client_t *client);

#endif /* CLIENT_H */
