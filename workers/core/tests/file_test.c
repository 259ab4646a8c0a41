/* SPDX-License-Identifier: Apache-2.0 */
/* file_test.c: files passed by descriptor, what is held back, and trailers. */

#include "common_descriptors.h"
#include "player.h"
#include "tap.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define PLAIN PERSIST_BLOCK("Content-Type\0text/plain")
#define SIZE 40000

static player_t player;
static player_conn_t control, data, plain;
static char name[] = "/tmp/pfXXXXXX";
static char bytes[SIZE], body[1 << 20];

/* ---- the script: PATH_INFO chooses what it does ---- */

static int begin(persist_request_t *request)
{
    return persist_request_start(request, 200, PLAIN, 0);
}

static void whole(persist_request_t *request, int fd)
{
    if (begin(request) == 0 &&
        persist_request_send_file(request, fd, 0, -1) == 0)
        persist_request_finish(request, 0);
}

/* A file of /proc has a size of 0. */
static void unsized(persist_request_t *request, int fd)
{
    int own = open("/proc/self/comm", O_RDONLY | O_CLOEXEC);
    (void)fd;
    if (begin(request) == 0 &&
        persist_request_send_file(request, own, 0, -1) == 0)
        persist_request_finish(request, 0);
    close(own);
}

/* The script has an ETag of its own. */
static void tagged(persist_request_t *request, int fd)
{
    if (persist_request_start(request, 200, PERSIST_BLOCK("etag\0\"own\""),
                              0) == 0 &&
        persist_request_send_file(request, fd, 10, 20) == 0)
        persist_request_finish(request, 0);
}

static void missing(persist_request_t *request, int fd)
{
    if (persist_request_start(request, 404, PLAIN, 0) == 0 &&
        persist_request_send_file(request, fd, 0, -1) == 0)
        persist_request_finish(request, 0);
}

static void parts(persist_request_t *request, int fd)
{
    if (begin(request) == 0 &&
        persist_request_send_file(request, fd, 10, 20) == 0 &&
        persist_request_send_file(request, fd, 0, 0) == 0 &&
        persist_request_send_file(request, fd, 30000, 10000) == 0 &&
        persist_request_write(request, "end", 3) == 0)
        persist_request_finish(request, 0);
}

static int refuses(persist_request_t *request, int fd, long long offset,
                   long long length, int error)
{
    return persist_request_send_file(request, fd, offset, length) < 0 &&
           errno == error;
}

/* Answers with the number of the first misuse that is not refused. */
static void misuse(persist_request_t *request, int fd)
{
    int pipes[2], directory = open("/", O_RDONLY);
    int writer = open(name, O_WRONLY);
    if (pipe(pipes) < 0)
        return;
    int early = refuses(request, fd, 0, -1, EINVAL);
    begin(request);
    int good[] = {early,
                  refuses(request, fd, -1, 1, ERANGE),
                  refuses(request, fd, SIZE + 1, -1, ERANGE),
                  refuses(request, fd, 1, SIZE, ERANGE),
                  refuses(request, fd, 0, -2, ERANGE),
                  refuses(request, directory, 0, -1, EISDIR),
                  refuses(request, pipes[0], 0, -1, ESPIPE),
                  refuses(request, writer, 0, -1, EBADF),
                  refuses(request, -1, 0, -1, EBADF)};
    char digit = 'x';
    for (int i = (int)(sizeof(good) / sizeof(*good)) - 1; i >= 0; i--)
        digit = good[i] ? digit : (char)('0' + i);
    close(pipes[0]);
    close(pipes[1]);
    close(directory);
    close(writer);
    persist_request_write(request, &digit, 1);
    persist_request_finish(request, 0);
}

/* The head arrives before anything else. */
static void flushed(persist_request_t *request, int fd)
{
    char byte;
    (void)fd;
    begin(request);
    persist_request_flush(request);
    while (persist_request_read(request, &byte, 1) > 0)
        ;
    persist_request_finish_trailers(request, PERSIST_BLOCK("X-Sum\0abc"), 0);
}

static void left(persist_request_t *request, int fd)
{
    begin(request);
    persist_request_send_file(request, fd, 0, -1);
}

static const struct {
    const char *path;
    void (*answer)(persist_request_t *request, int fd);
} pages[] = {{"/whole", whole}, {"/tagged", tagged},  {"/missing", missing},
             {"/parts", parts}, {"/misuse", misuse},  {"/flushed", flushed},
             {"/left", left},   {"/unsized", unsized}};

static int script(persist_worker_t *worker)
{
    persist_request_t *request = NULL;
    while ((request = persist_worker_next(worker, request))) {
        const char *path = persist_request_variable(request, "PATH_INFO");
        int fd = open(name, O_RDONLY | O_CLOEXEC);
        for (size_t i = 0; i < sizeof(pages) / sizeof(*pages); i++)
            if (strcmp(path, pages[i].path) == 0)
                pages[i].answer(request, fd);
        close(fd);
    }
    return errno ? 2 : 0;
}

/* ---- httpd's side ---- */

/* Reads once: gets what the worker sent by one call, and the descriptor. */
static int receive(player_conn_t *conn)
{
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control_buffer;
    size_t room;
    uint8_t *space = wire_reader_space(&conn->reader, &room);
    struct iovec part = {space, room};
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = &control_buffer,
                             .msg_controllen = sizeof(control_buffer)};
    ssize_t n = recvmsg(conn->fd, &message, 0);
    if (n <= 0)
        return -1;
    wire_reader_commit(&conn->reader, (size_t)n);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (!header)
        return -1;
    int fd;
    memcpy(&fd, CMSG_DATA(header), sizeof(fd));
    return fd;
}

static wire_kind_t next_kind(player_conn_t *conn)
{
    wire_bytes_t frame;
    if (wire_reader_next(&conn->reader, &frame) != 1 ||
        wire_decode(frame, &conn->message) != 0)
        return 0;
    return conn->message.kind;
}

/* The value of a header of the RESPONSE that came last; "" if there is none. */
static wire_bytes_t header(const player_conn_t *conn, const char *key)
{
    wire_list_t list = conn->message.as.response.headers;
    for (size_t i = 0; i < list.count; i += 2)
        if (list.items[i].len == strlen(key) &&
            memcmp(list.items[i].data, key, strlen(key)) == 0)
            return list.items[i + 1];
    return (wire_bytes_t){(const uint8_t *)"", 0};
}

static int is_text(wire_bytes_t value, const char *text)
{
    return value.len == strlen(text) &&
           memcmp(value.data, text, value.len) == 0;
}

static int is_file(int fd)
{
    struct stat passed, known;
    return fd >= 0 && fstat(fd, &passed) == 0 && stat(name, &known) == 0 &&
           passed.st_ino == known.st_ino;
}

static void test_whole(void)
{
    player_ask_for(&data, "/whole", 0);
    int fd = receive(&data);
    ok(is_file(fd), "the file itself comes with the answer");
    is_int(next_kind(&data), WIRE_RESPONSE, "its head");
    ok(is_text(header(&data, "ETag"), "\"0-9c40-112210f47de98115\""),
       "… with an ETag");
    ok(is_text(header(&data, "Last-Modified"), "Fri, 13 Feb 2009 23:31:30 GMT"),
       "… and a date");
    ok(is_text(header(&data, "Content-Type"), "text/plain"),
       "… beside those of the script");
    is_int(next_kind(&data), WIRE_FILE, "the part");
    is_int(data.message.as.file.length, SIZE, "… that is meant");
    is_int(next_kind(&data), WIRE_END, "and the end come in one write");
    close(fd);
}

/* Asks for the page and reads its head. */
static void take_head(const char *page)
{
    player_ask_for(&data, page, 1);
    close(receive(&data));
    is_int(next_kind(&data), WIRE_RESPONSE, page);
}

static void test_validators(void)
{
    take_head("/tagged");
    is_int(header(&data, "ETag").len, 0, "no ETag is added to one");
    ok(header(&data, "Last-Modified").len > 0, "but a date is");
    is_int(next_kind(&data), WIRE_FILE, "the part follows");
    is_int(data.message.as.file.offset, 10, "… as it was meant");
    is_int(next_kind(&data), WIRE_END, "with the end");
    take_head("/missing");
    is_int(data.message.as.response.headers.count, 2,
           "another status than 200 gets none");
    is_int(next_kind(&data) + next_kind(&data), WIRE_FILE + WIRE_END,
           "and comes with file and end");
}

static void test_parts(void)
{
    player_ask_for(&data, "/parts", 1);
    int first = receive(&data);
    ok(is_file(first), "the first part has a descriptor");
    is_int(next_kind(&data), WIRE_RESPONSE, "the head is with it");
    is_int(data.message.as.response.headers.count, 2,
           "a file that is not all of the body gives it no ETag");
    is_int(next_kind(&data), WIRE_FILE, "FILE");
    is_int(data.message.as.file.offset, 10, "… with its offset");
    is_int(data.message.as.file.length, 20, "… and length");
    int second = receive(&data);
    ok(is_file(second), "the second part has one of its own");
    is_int(next_kind(&data), WIRE_FILE, "FILE");
    is_int(next_kind(&data), WIRE_BODY, "then bytes");
    is_int(player_take(&data), WIRE_END, "END");
    close(first);
    close(second);
}

static void test_refused(void)
{
    unsigned status;
    player_ask_for(&data, "/misuse", 2);
    is_int(player_response(&data, &status, body), 1, "misuse is refused");
    ok(body[0] == 'x', "… each by its errno");
    if (body[0] != 'x')
        printf("# number %c is not\n", body[0]);
}

/* OPEN of an httpd that takes no passed files. */
static void test_copied(void)
{
    unsigned status;
    player_data(&player, &plain, 0);
    player_ask_for(&plain, "/whole", 0);
    size_t n = player_response(&plain, &status, body);
    ok(status == 200 && n == SIZE && memcmp(body, bytes, SIZE) == 0,
       "an httpd that takes no file gets its bytes");
    player_close(&plain);
}

static void test_flushed(void)
{
    wire_request_t request = {
        .seq = 3,
        .variables = {(const uint8_t *)"PATH_INFO\0/flushed", 19},
        .body_mode = WIRE_BODY_PULLED};
    wire_body_t last = {{NULL, 0}, WIRE_LAST};
    player_send(&data, WIRE_REQUEST, &request);
    is_int(player_take(&data), WIRE_RESPONSE, "flush sends the head");
    is_int(player_take(&data), WIRE_WANT, "… before the body is read");
    player_send(&data, WIRE_BODY, &last);
    is_int(player_take(&data), WIRE_END, "the end");
    is_int(data.message.as.end.trailers.count, 2, "… has the trailer");
}

static void test_unsized(void)
{
    unsigned status;
    player_ask_for(&data, "/unsized", 9);
    size_t n = player_response(&data, &status, body);
    ok(status == 200 && n > 0, "a file without a size is read");
}

/* Waits until the worker has closed all that it must close. */
static int count_fds(void)
{
    wire_probe_t probe = {0};
    player_send(&control, WIRE_PROBE, &probe);
    is_int(player_take(&control), WIRE_IDLE, "the worker is idle");
    return common_descriptors_count(player.pid);
}

static void test_left(void)
{
    int before = count_fds();
    for (unsigned i = 0; i < 20; i++) {
        player_ask_for(&data, "/left", 4 + i);
        int fd = receive(&data);
        next_kind(&data);
        next_kind(&data);
        is_int(next_kind(&data), WIRE_END, "a file without an end is aborted");
        close(fd);
    }
    is_int(count_fds(), before, "no descriptor stays open");
}

int main(void)
{
    wire_open_t open = {WIRE_VERSION, WIRE_ROLE_DATA, WIRE_FEATURE_FILE, 0};
    for (size_t i = 0; i < SIZE; i++)
        bytes[i] = (char)(i * 7);
    int fd = mkstemp(name);
    if (write(fd, bytes, SIZE) != SIZE)
        bail_out("temporary file");
    struct timespec then = {1234567890, 123456789};
    futimens(fd, (struct timespec[]){then, then});
    close(fd);
    player_start(&player, script, 0);
    player_control(&player, &control);
    is_int(control.message.as.ready.features & WIRE_FEATURE_FILE,
           WIRE_FEATURE_FILE, "READY offers files");
    player_connect(&player, &data);
    player_send(&data, WIRE_OPEN, &open);
    test_whole();
    test_validators();
    test_parts();
    test_refused();
    test_copied();
    test_unsized();
    test_flushed();
    test_left();
    player_send(&control, WIRE_STOP, NULL);
    is_int(player_finish(&player), 0, "the worker ends well");
    unlink(name);
    return done_testing();
}
