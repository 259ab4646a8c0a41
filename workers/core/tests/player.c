/* SPDX-License-Identifier: Apache-2.0 */
/* player.c: plays httpd and persistd, see player.h. */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "player.h"

#include "tap.h"
#include "wire_descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#define PATIENCE_MS 60000 /* of a slow machine */

/* The test may have been started without one of stdin, stdout and stderr. Then
 * no socket gets its number, and the worker has all three. */
static void open_standard_descriptors(void)
{
    int fd;
    while ((fd = open("/dev/null", O_RDWR)) >= 0 && fd <= 2)
        continue;
    close(fd);
}

static void listen_at(player_t *player)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    open_standard_descriptors();
    strcpy(player->directory, "/tmp/pwXXXXXX");
    if (!mkdtemp(player->directory))
        bail_out("mkdtemp");
    snprintf(player->path, sizeof(player->path), "%s/w", player->directory);
    strcpy(name.sun_path, player->path);
    player->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (player->listener < 0 ||
        bind(player->listener, (struct sockaddr *)&name, sizeof(name)) < 0 ||
        listen(player->listener, 5) < 0)
        bail_out("listening socket");
}

/* Runs in the child, with the descriptors that persist-exec leaves to it. */
static void run_script(player_t *player, player_script_t *script,
                       unsigned flags, int errors)
{
    setpgid(0, 0);
    dup2(errors, 2);
    int listener = fcntl(player->listener, F_DUPFD, 20);
    dup2(listener, 3);
    for (int fd = 4; fd < 1024; fd++)
        close(fd);
    setenv("PERSIST_WORKER", "1:3", 1);
    persist_worker_t *worker = persist_worker_open("test 1.0", flags);
    if (!worker) {
        perror("persist_worker_open");
        exit(99);
    }
    int status = script(worker);
    persist_worker_destroy(worker);
    exit(status);
}

static void launch(player_t *player, player_script_t *script, unsigned flags)
{
    int errors[2];
    if (pipe2(errors, O_CLOEXEC) < 0)
        bail_out("pipe");
    fflush(stdout);
    player->pid = fork();
    if (player->pid < 0)
        bail_out("fork");
    if (player->pid == 0)
        run_script(player, script, flags, errors[1]);
    close(errors[1]);
    close(player->listener);
    player->errors = errors[0];
}

void player_start(player_t *player, player_script_t *script, unsigned flags)
{
    listen_at(player);
    launch(player, script, flags);
}

void player_start_adopted(player_t *player, player_script_t *script,
                          unsigned flags, player_conn_t *control)
{
    const wire_open_t open = {WIRE_VERSION, WIRE_ROLE_CONTROL, 0, 0};
    listen_at(player);
    player_connect(player, control);
    player_send(control, WIRE_OPEN, &open);
    launch(player, script, flags);
}

/* A worker that does not end by itself is killed; the status shows SIGKILL. */
int player_finish(player_t *player)
{
    int status = 0;
    pid_t pid = 0;
    for (int ms = 0; pid == 0 && ms < PATIENCE_MS; ms += 10) {
        pid = waitpid(player->pid, &status, WNOHANG);
        if (pid == 0)
            poll(NULL, 0, 10);
    }
    if (pid == 0) {
        printf("# the worker had to be killed\n");
        kill(player->pid, SIGKILL);
        waitpid(player->pid, &status, 0);
    }
    close(player->errors);
    unlink(player->path);
    rmdir(player->directory);
    return status;
}

static int wait_readable(int fd)
{
    struct pollfd set = {.fd = fd, .events = POLLIN};
    return poll(&set, 1, PATIENCE_MS) > 0;
}

int player_reads_error(player_t *player, const char *text)
{
    char seen[8192];
    size_t len = 0;
    while (len < sizeof(seen) - 1 && wait_readable(player->errors)) {
        ssize_t n = read(player->errors, seen + len, sizeof(seen) - 1 - len);
        if (n <= 0)
            break;
        len += (size_t)n;
        seen[len] = '\0';
        if (strstr(seen, text))
            return 1;
    }
    printf("# stderr was: %.*s\n", (int)len, seen);
    return 0;
}

void player_connect(player_t *player, player_conn_t *conn)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    strcpy(name.sun_path, player->path);
    wire_reader_init(&conn->reader);
    conn->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (conn->fd < 0 ||
        connect(conn->fd, (struct sockaddr *)&name, sizeof(name)) < 0)
        bail_out("connect");
}

void player_data(player_t *player, player_conn_t *conn, unsigned unit)
{
    wire_open_t open = {WIRE_VERSION, WIRE_ROLE_DATA, 0, unit};
    player_connect(player, conn);
    player_send(conn, WIRE_OPEN, &open);
}

/* The kernel drops what the worker does not take. */
void player_send_passing(player_conn_t *conn, wire_kind_t kind,
                         const void *fields, const int *fds, unsigned count)
{
    msgpack_sbuffer out;
    msgpack_sbuffer_init(&out);
    player_encode(&out, kind, fields);
    struct iovec part = {out.data, out.size};
    if (wire_descriptors_send(conn->fd, &part, 1, fds, count, MSG_NOSIGNAL) !=
        (ssize_t)out.size)
        bail_out("sendmsg");
    msgpack_sbuffer_destroy(&out);
}

wire_token_t *player_ahead(player_t *player, player_conn_t *conn, unsigned unit)
{
    const wire_open_t open = {WIRE_VERSION, WIRE_ROLE_DATA, WIRE_FEATURE_AHEAD,
                              unit};
    int fd;
    wire_token_t *token = wire_token_make(&fd);
    if (!token)
        bail_out("no token");
    player_connect(player, conn);
    player_send_passing(conn, WIRE_OPEN, &open, &fd, 1);
    close(fd);
    return token;
}

int player_tokens(pid_t pid)
{
    char path[64], line[4096];
    int count = 0;
    snprintf(path, sizeof(path), "/proc/%ld/maps", (long)pid);
    FILE *maps = fopen(path, "re");
    if (!maps)
        bail_out("no maps");
    while (fgets(line, sizeof(line), maps))
        count += strstr(line, "persist-token") != NULL;
    fclose(maps);
    return count;
}

void player_control(player_t *player, player_conn_t *conn)
{
    wire_open_t open = {WIRE_VERSION, WIRE_ROLE_CONTROL, 0, 0};
    player_connect(player, conn);
    player_send(conn, WIRE_OPEN, &open);
    if (player_take(conn) != WIRE_READY)
        bail_out("no READY");
}

void player_close(player_conn_t *conn)
{
    close(conn->fd);
    wire_reader_destroy(&conn->reader);
}

void player_encode(msgpack_sbuffer *out, wire_kind_t kind, const void *fields)
{
    if (wire_encode(out, kind, fields, NULL) != WIRE_OK)
        bail_out("wire_encode");
}

void player_part(player_conn_t *conn)
{
    shutdown(conn->fd, SHUT_WR);
    while (player_take(conn) > 0)
        continue;
    player_close(conn);
}

/* If the worker has closed the connection, send fails; the reads that follow
 * show it. */
void player_send_bytes(player_conn_t *conn, const void *bytes, size_t n)
{
    const char *at = bytes;
    while (n > 0) {
        ssize_t sent = send(conn->fd, at, n, MSG_NOSIGNAL);
        if (sent <= 0)
            return;
        at += sent;
        n -= (size_t)sent;
    }
}

void player_send(player_conn_t *conn, wire_kind_t kind, const void *fields)
{
    msgpack_sbuffer out;
    msgpack_sbuffer_init(&out);
    player_encode(&out, kind, fields);
    player_send_bytes(conn, out.data, out.size);
    msgpack_sbuffer_destroy(&out);
}

void player_encode_request(msgpack_sbuffer *out, const char *path, unsigned seq)
{
    char variables[256] = "REQUEST_METHOD\0GET\0PATH_INFO\0";
    size_t len = sizeof("REQUEST_METHOD\0GET\0PATH_INFO");
    strcpy(variables + len, path);
    len += strlen(path) + 1;
    wire_request_t request = {.seq = seq,
                              .variables = {(const uint8_t *)variables, len},
                              .request_id = {(const uint8_t *)"id-1", 4}};
    player_encode(out, WIRE_REQUEST, &request);
}

void player_ask_for(player_conn_t *conn, const char *path, unsigned seq)
{
    msgpack_sbuffer out;
    msgpack_sbuffer_init(&out);
    player_encode_request(&out, path, seq);
    player_send_bytes(conn, out.data, out.size);
    msgpack_sbuffer_destroy(&out);
}

void player_ask(player_conn_t *conn, unsigned seq)
{
    player_ask_for(conn, "/x", seq);
}

void player_ask_to_read(player_conn_t *conn)
{
    wire_request_t request = {
        .seq = 6,
        .variables = {(const uint8_t *)"PATH_INFO\0/read", 16},
        .body_mode = WIRE_BODY_PULLED,
        .request_id = {(const uint8_t *)"id-3", 4}};
    player_send(conn, WIRE_REQUEST, &request);
}

void player_end_reading(player_conn_t *conn)
{
    wire_body_t last = {{NULL, 0}, WIRE_LAST};
    player_send(conn, WIRE_BODY, &last);
    while (player_take(conn) != WIRE_END)
        ;
}

wire_kind_t player_take(player_conn_t *conn)
{
    wire_bytes_t frame;
    int n;
    while ((n = wire_reader_next(&conn->reader, &frame)) == 0) {
        size_t room;
        uint8_t *space = wire_reader_space(&conn->reader, &room);
        if (!wait_readable(conn->fd))
            bail_out("the worker is silent");
        ssize_t got = recv(conn->fd, space, room, 0);
        if (got <= 0)
            return 0;
        wire_reader_commit(&conn->reader, (size_t)got);
    }
    if (n < 0 || wire_decode(frame, &conn->message) != WIRE_OK)
        bail_out("the worker broke the protocol");
    return conn->message.kind;
}

static size_t append(char *body, size_t len, wire_bytes_t piece)
{
    if (len + piece.len > (1u << 20))
        bail_out("body too long for the test");
    if (piece.len > 0)
        memcpy(body + len, piece.data, piece.len);
    return len + piece.len;
}

size_t player_response(player_conn_t *conn, unsigned *status, char *body)
{
    size_t len = 0;
    *status = 0;
    for (;;) {
        switch (player_take(conn)) {
        case WIRE_RESPONSE:
            *status = (unsigned)conn->message.as.response.status;
            len = append(body, len, conn->message.as.response.body);
            if (conn->message.as.response.flags & WIRE_COMPLETE)
                return len;
            break;
        case WIRE_BODY:
            len = append(body, len, conn->message.as.body.bytes);
            if (conn->message.as.body.mark == WIRE_LAST)
                return len;
            break;
        case WIRE_LOG:
            break;
        case WIRE_END:
            if (!conn->message.as.end.ok)
                *status = 0;
            return len;
        default:
            *status = 0;
            return len;
        }
    }
}

int player_is_answered(player_conn_t *conn, const char *text)
{
    static char body[1 << 20];
    unsigned status;
    size_t len = player_response(conn, &status, body);
    return status == 200 && len == strlen(text) && memcmp(body, text, len) == 0;
}

int player_is_silent(player_conn_t *conn)
{
    struct pollfd set = {.fd = conn->fd, .events = POLLIN};
    return wire_reader_pending(&conn->reader) == 0 && poll(&set, 1, 0) == 0;
}
