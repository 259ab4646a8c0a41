/* SPDX-License-Identifier: Apache-2.0 */
/* client.c: the list of clients, and how one of them ends. */

#include "serve/client.h"

#include "base/heap.h"
#include "common_clock.h"

#include <stdlib.h>
#include <unistd.h>

#define CLIENT_ANSWER_US 10000000

client_t *client_record(persistd_t *pd, uid_t uid, int admin)
{
    client_t *client = heap_make(1, sizeof(*client));
    client->pd = pd;
    client->uid = uid;
    client->admin = admin;
    client->next = pd->clients;
    pd->clients = client;
    return client;
}

void client_forget(client_t *client)
{
    client_t **link = &client->pd->clients;
    while (*link != client)
        link = &(*link)->next;
    *link = client->next;
    free(client);
}

int client_uid_is_trusted(uid_t uid)
{
    return uid == 0 || uid == geteuid();
}

int client_is_trusted(const client_t *client)
{
    return client_uid_is_trusted(client->uid);
}

void client_answered(client_t *client)
{
    if (!client->conn) {
        client_forget(client);
        return;
    }
    client->until = common_now_us() + CLIENT_ANSWER_US;
    conn_end(client->conn);
}
