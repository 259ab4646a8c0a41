/* SPDX-License-Identifier: Apache-2.0 */
/* status.c: sends a report in pieces, because the size of a frame is
 * limited. */

#include "serve/status.h"

#include "serve/report.h"

#include <stdlib.h>

#define PIECE (64u << 10) /* bytes of a report in one frame */
/* Of workers' output for one report, so that no question holds up the loop. */
#define UNREAD (256u << 10)

/* Any script could ask as our own uid. Lines may hold what others may not know,
 * so on the admin socket these are for the owner and root, in the format LOG;
 * the other formats, which show a stranger's pools to our own uid, have none
 * there. */
static int sees_all(const client_t *client, uint64_t format)
{
    if (format == WIRE_STATUS_LOG && client->admin)
        return client->uid == 0;
    return client_is_trusted(client);
}

void status_take(client_t *client, const wire_status_t *status)
{
    size_t len, unread = UNREAD;
    const report_scope_t scope = {
        .uid = sees_all(client, status->format) ? NULL : &client->uid,
        .path = status->path,
        .after = status->after,
        .unread = &unread,
        .whose = (uid_t)status->whose,
        .lines = client->admin ? 0 : status->lines,
    };
    char *text = report_make(client->pd, (int)status->format, &scope, &len);
    size_t sent = 0;
    do {
        size_t piece = len - sent < PIECE ? len - sent : PIECE;
        const wire_report_t report = {
            .bytes = {(const uint8_t *)text + sent, piece},
            .last = sent + piece == len,
        };
        conn_send(client->conn, WIRE_REPORT, &report);
        sent += piece;
    } while (sent < len);
    free(text);
}
