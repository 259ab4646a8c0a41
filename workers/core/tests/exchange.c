/* SPDX-License-Identifier: Apache-2.0 */
/* exchange.c: requests without bodies and their responses. */

#include "player.h"
#include "tap.h"

#include <sys/wait.h>

static char body[1 << 20];

/* What comes back depends on PATH_INFO. */
static int answer(persist_request_t *request)
{
    const char *path = persist_request_variable(request, "PATH_INFO");
    char text[256];
    if (strcmp(path, "/x") == 0) {
        int n = snprintf(text, sizeof(text), "%s %s",
                         persist_request_method(request),
                         persist_request_id(request));
        return persist_request_respond(
            request, 200, PERSIST_BLOCK("Content-Type\0text/plain"), text,
            (size_t)n, 0);
    }
    return 0;
}

static int script(persist_worker_t *worker)
{
    persist_request_t *request = NULL;
    while ((request = persist_worker_next(worker, request)))
        if (answer(request) < 0)
            return 1;
    return 0;
}

int main(void)
{
    player_t player;
    static player_conn_t control, data;
    unsigned status;
    player_start(&player, script, 0);
    player_control(&player, &control);
    const wire_ready_t *ready = &control.message.as.ready;
    is_int(ready->version, WIRE_VERSION, "READY names the version");
    is_int(ready->capacity, 1, "READY offers one request at a time");
    player_data(&player, &data, 0);
    for (unsigned i = 0; i < 300; i++) {
        player_ask(&data, i % 128);
        size_t n = player_response(&data, &status, body);
        if (status != 200 || n != 8 || data.message.as.response.seq != i % 128)
            break;
    }
    is_int(status, 200, "300 requests on one connection, seq wrapping");
    ok(memcmp(body, "GET id-1", 8) == 0, "the script saw method and id");
    player_send(&control, WIRE_STOP, NULL);
    is_int(player_finish(&player), 0, "STOP ends the loop");
    player_close(&control);
    player_close(&data);
    return done_testing();
}
