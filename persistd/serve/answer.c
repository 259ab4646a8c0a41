/* SPDX-License-Identifier: Apache-2.0 */
/* answer.c: STATUS and NUDGE. */

#include "serve/answer.h"

#include "serve/report.h"
#include "state/agenda.h"
#include "state/pool.h"

#include <stdlib.h>
#include <string.h>

#define ANSWER_PIECE (64u << 10) /* bytes of one REPORT */

void answer_status(client_t *client, const wire_status_t *status)
{
    size_t len;
    const report_scope_t scope = {
        .uid = client_is_trusted(client) ? NULL : &client->uid,
        .path = status->path,
    };
    char *text = report_make(client->pd, (int)status->format, &scope, &len);
    size_t sent = 0;
    do {
        size_t piece = len - sent < ANSWER_PIECE ? len - sent : ANSWER_PIECE;
        const wire_report_t report = {
            .bytes = {(const uint8_t *)text + sent, piece},
            .last = sent + piece == len,
        };
        conn_send(client->conn, WIRE_REPORT, &report);
        sent += piece;
    } while (sent < len);
    free(text);
}

void answer_nudge(client_t *client, const wire_nudge_t *nudge)
{
    persistd_t *pd = client->pd;
    if (nudge->pool < pd->table->sizes.pools)
        agenda_pool(pd->pools[nudge->pool]);
}
