/* SPDX-License-Identifier: Apache-2.0 */
/* persist_link_test.c: a persistd that runs hostile code cannot block httpd's
 * parent. */

#include "lifecycle/persist_link.h"
#include "lingering.h"
#include "tap.h"

#include <apr_general.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static int ends[2]; /* the parent's, persistd's */

static void open_link(void)
{
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        bail_out("no socketpair");
}

static void close_link(void)
{
    close(ends[0]);
    close(ends[1]);
}

static void say(wire_kind_t kind, const void *fields)
{
    msgpack_sbuffer frame;
    msgpack_sbuffer_init(&frame);
    wire_encode(&frame, kind, fields, NULL);
    if (write(ends[1], frame.data, frame.size) != (ssize_t)frame.size)
        bail_out("the link is full");
    msgpack_sbuffer_destroy(&frame);
}

static void say_up(uint64_t fault, const char *text)
{
    const wire_up_t up = {
        .fault = fault,
        .text = {(const uint8_t *)text, strlen(text)},
    };
    say(WIRE_UP, &up);
}

static void test_answers(apr_pool_t *p)
{
    persist_link_news_t news;
    open_link();
    news = persist_link_wait(ends[0], 0, p);
    is_int(news.answer, PERSIST_LINK_SILENT, "nothing yet");
    ok(!news.spoke, "nothing at all");
    say_up(5004, "no room");
    news = persist_link_wait(ends[0], 0, p);
    is_int(news.answer, PERSIST_LINK_FAULT, "a fault");
    is_int(news.fault, 5004, "with its number");
    is_str(news.text, "no room", "and its text");
    is_int(persist_link_discard(ends[0]), 0, "nothing is unread");
    say_up(0, "");
    is_int(persist_link_discard(ends[0]), 1, "an old answer is thrown away");
    is_int(persist_link_wait(ends[0], 0, p).answer, PERSIST_LINK_SILENT,
           "and not taken for the next one");
    close(ends[1]);
    is_int(persist_link_discard(ends[0]), -1, "the end of the link is told");
    is_int(errno, EPIPE, "as such");
    is_int(persist_link_wait(ends[0], 0, p).answer, PERSIST_LINK_GONE,
           "also when an answer is waited for");
    close(ends[0]);
}

static void test_pong(apr_pool_t *p)
{
    char bytes[16];
    persist_link_news_t news;
    open_link();
    persist_link_ping(ends[0]);
    is_int(recv(ends[1], bytes, sizeof(bytes), MSG_DONTWAIT), 7,
           "PING is one small frame");
    say(WIRE_PONG, NULL);
    say(WIRE_PONG, NULL);
    news = persist_link_wait(ends[0], 0, p);
    is_int(news.answer, PERSIST_LINK_SILENT, "PONG is no UP");
    ok(news.spoke, "but a sign of life");
    ok(!persist_link_wait(ends[0], 0, p).spoke, "each counts once");
    say(WIRE_PONG, NULL);
    say_up(0, "");
    news = persist_link_wait(ends[0], 0, p);
    is_int(news.answer, PERSIST_LINK_UP, "UP is found behind a PONG");
    for (int i = 0; i < 100; i++)
        say(WIRE_PONG, NULL);
    is_int(persist_link_wait(ends[0], APR_USEC_PER_SEC, p).answer,
           PERSIST_LINK_GONE, "no persistd says so much unasked");
    say(WIRE_PING, NULL);
    news = persist_link_wait(ends[0], 0, p);
    is_int(news.answer, PERSIST_LINK_GONE, "nor what is httpd's to say");
    ok(!news.spoke, "and that is no sign of life");
    close_link();
}

/* persistd does not read: the parent does not block either. */
static void test_full(void)
{
    open_link();
    alarm(120);
    for (int i = 0; i < 100000; i++)
        persist_link_ping(ends[0]);
    alarm(0);
    is_int(persist_link_stop(ends[0]), -1, "a full link takes no more");
    is_int(errno, EAGAIN, "and says so at once");
    close_link();
}

/* Several writers that never stop; a single one might be slower than the
 * reader. */
static void test_flood(void)
{
    char bytes[65536] = {0};
    pid_t writers[4];
    open_link();
    for (int i = 0; i < 4; i++) {
        writers[i] = fork();
        while (writers[i] == 0)
            if (write(ends[1], bytes, sizeof(bytes)) < 0)
                _exit(0);
    }
    alarm(120);
    while (persist_link_discard(ends[0]) >= 0)
        continue; /* the writers have not begun, or are slower for a moment */
    alarm(0);
    is_int(errno, EMSGSIZE, "an endless answer is not read to its end");
    for (int i = 0; i < 4; i++) {
        kill(writers[i], SIGKILL);
        waitpid(writers[i], NULL, 0);
    }
    close_link();
}

static void write_as_another(const char *byte)
{
    pid_t pid = fork();
    if (pid == 0)
        _exit(write(ends[1], byte, 1) != 1);
    waitpid(pid, NULL, 0);
}

/* A reader that asks for the sender's credentials gets no bytes of two messages
 * at once, so they come one by one. */
static void test_single_bytes(apr_pool_t *p)
{
    static const char begun[] = {(char)0xce, 0, 0, 1, 0, 0};
    int one = 1, unread = 0;
    open_link();
    setsockopt(ends[0], SOL_SOCKET, SO_PASSCRED, &one, sizeof(one));
    for (size_t i = 0; i < sizeof(begun); i++)
        write_as_another(begun + i);
    is_int(persist_link_wait(ends[0], 0, p).answer, PERSIST_LINK_SILENT,
           "a frame that comes byte by byte is not there in time");
    ioctl(ends[0], FIONREAD, &unread);
    ok(unread > 0, "nor read on and on");
    close_link();
}

/* Any process that runs as User can take persistd's place. */
static void test_descriptors(apr_pool_t *p)
{
    open_link();
    lingering_give(ends[1], lingering_socket(LINGERING_LONG), 0);
    lingering_is_quick(is_int(persist_link_discard(ends[0]), -1,
                              "descriptors are no old answer"),
                       "and hold nobody up");
    is_int(errno, EPROTO, "which is told");
    lingering_give(ends[1], lingering_socket(LINGERING_LONG), 0);
    lingering_is_quick(is_int(persist_link_wait(ends[0], 0, p).answer,
                              PERSIST_LINK_GONE, "nor a new one"),
                       "they hold nobody up");
    close_link();
}

int main(void)
{
    apr_pool_t *p;
    if (apr_initialize() != APR_SUCCESS ||
        apr_pool_create(&p, NULL) != APR_SUCCESS)
        bail_out("no APR");
    test_answers(p);
    test_pong(p);
    test_full();
    test_flood();
    test_single_bytes(p);
    test_descriptors(p);
    apr_pool_destroy(p);
    apr_terminate();
    return done_testing();
}
