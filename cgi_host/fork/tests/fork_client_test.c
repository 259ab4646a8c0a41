/* SPDX-License-Identifier: Apache-2.0 */
/* fork_client_test.c: the host and the server when the other end breaks the
 * rules, ends in the middle, or has no room. */

#include "fork/fork_client.c"

#include "fork_play.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>

static char *const act_argv[] = {"act", NULL};
static char *const no_envp[] = {NULL};

static fork_client_t *start_act(void)
{
    return play_start(play_path("act"), act_argv, no_envp);
}

/* ---- what the server gets ---- */

static void *message_of(size_t *len, size_t *head_len)
{
    static char message[256];
    static const char environment[] = "DO=exit6";
    const fork_head_t head = {0, sizeof(environment), 2};
    memcpy(message, &head, sizeof(head));
    memcpy(message + sizeof(head), environment, sizeof(environment));
    strcpy(message + sizeof(head) + sizeof(environment), "/");
    *head_len = sizeof(head);
    *len = sizeof(head) + sizeof(environment) + 2;
    return message;
}

/* Sends bytes with as many descriptors. */
static void send_raw(int fd, const void *bytes, size_t len, size_t count)
{
    int fds[8] = {0, 1, 2, 0, 1, 2, 0, 1};
    struct iovec part = {(void *)bytes, len};
    union {
        struct cmsghdr head;
        char space[CMSG_SPACE(sizeof(fds))];
    } control = {.head = {.cmsg_level = SOL_SOCKET,
                          .cmsg_type = SCM_RIGHTS,
                          .cmsg_len = CMSG_LEN(count * sizeof(int))}};
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = count ? &control : NULL,
                             .msg_controllen =
                                 count ? CMSG_SPACE(count * sizeof(int)) : 0};
    memcpy(CMSG_DATA(&control.head), fds, count * sizeof(int));
    if (sendmsg(fd, &message, MSG_NOSIGNAL) != (ssize_t)len)
        bail_out("not sent");
}

static int reap(pid_t pid)
{
    int status = -1;
    waitpid(pid, &status, 0);
    return status;
}

/* A message in two parts is whole; with an end between them it is none. */
static void test_cut(void)
{
    size_t len, head_len;
    int bad = 0, what;
    const char *message = message_of(&len, &head_len);
    fork_client_t *client = start_act();
    for (size_t cut = 1; cut < len; cut++) {
        client->waiting = 1;
        send_raw(client->fd, message, cut, 3);
        send_raw(client->fd, message + cut, len - cut, 0);
        bad += play_answer(client, &what) != FORK_HAS_CHILD ||
               WEXITSTATUS(reap(what)) != 6;
    }
    is_int(bad, 0, "a message may come in two parts");
    play_stop(client);
    for (size_t cut = 1; cut < len; cut++) {
        client = start_act();
        send_raw(client->fd, message, cut, 3);
        bad += play_stop(client) != 0;
    }
    is_int(bad, 0, "an end in the middle ends the server");
}

static void refuses(const void *bytes, size_t len, size_t count, int error,
                    const char *name)
{
    int what;
    fork_client_t *client = start_act();
    client->waiting = 1;
    send_raw(client->fd, bytes, len, count);
    is_int(play_answer(client, &what), FORK_HAS_FAILED, name);
    is_int(what, error, "with its errno");
    is_int(play_answer(client, &what), FORK_HAS_ENDED, "and an end");
    is_int(play_stop(client), 1 << 8, "of the server");
}

static void test_refused(void)
{
    const fork_head_t large = {~0u, ~0u, ~0u}, above = {0, FORK_BLOCKS_MAX, 1},
                      wraps = {~0u, 1, 0}, none = {0, 0, 0};
    struct {
        fork_head_t head;
        char bytes[4];
    } open = {{4, 0, 0}, {'a', 'b', 'c', 'd'}};
    refuses(&large, sizeof(large), 3, EMSGSIZE, "the largest lengths");
    refuses(&above, sizeof(above), 3, EMSGSIZE, "a byte too many");
    refuses(&wraps, sizeof(wraps), 3, EMSGSIZE, "a sum that wraps around");
    refuses(&open, sizeof(open), 3, EINVAL, "a block that does not end");
    refuses(&none, sizeof(none), 0, EBADF, "no descriptors");
    refuses(&none, sizeof(none), 2, EBADF, "two descriptors");
    refuses(&none, sizeof(none), 4, EBADF, "four descriptors");
    refuses(&none, sizeof(none), 8, EBADF, "eight descriptors");
}

/* ---- what the client gets ---- */

/* Returns a client whose server is the other end of a pair. */
static fork_client_t *client_of(int *other, int is_ready)
{
    int pair[2];
    fork_client_t *client = calloc(1, sizeof(*client));
    if (!client ||
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) != 0)
        bail_out("no socket");
    client->fd = pair[0];
    client->pid = getpid();
    client->end = -1;
    client->is_ready = is_ready;
    client->waiting = (unsigned)is_ready;
    *other = pair[1];
    return client;
}

static void takes(int is_ready, int32_t sent, fork_answer_t want, int want_what,
                  const char *name)
{
    int other, what = -1;
    fork_client_t *client = client_of(&other, is_ready);
    if (write(other, &sent, sizeof(sent)) != sizeof(sent))
        bail_out("not written");
    is_int(fork_client_take(client, &what), want, name);
    is_int(what, want_what, "and what it has");
    fork_client_stop(client);
    close(other);
}

static void test_answers(void)
{
    pid_t child = fork();
    if (child == 0)
        _exit(0);
    takes(0, 0, FORK_IS_READY, 0, "ready");
    takes(0, -EBUSY, FORK_HAS_FAILED, EBUSY, "not ready");
    takes(0, 1, FORK_NO_ANSWER, 0, "names that have not come");
    takes(0, INT32_MAX, FORK_HAS_ENDED, EPROTO, "too many of them");
    takes(0, INT32_MIN, FORK_HAS_ENDED, EPROTO, "no errno");
    takes(1, child, FORK_HAS_CHILD, child, "a child that may have ended");
    takes(1, -EAGAIN, FORK_HAS_FAILED, EAGAIN, "no child");
    takes(1, 0, FORK_HAS_ENDED, EPROTO, "ready twice");
    takes(1, 1, FORK_HAS_ENDED, EPROTO, "a process that is not ours");
    takes(1, getpid(), FORK_HAS_ENDED, EPROTO, "the server itself");
    takes(1, INT32_MAX, FORK_HAS_ENDED, EPROTO, "no process");
    reap(child);
    takes(1, child, FORK_HAS_ENDED, EPROTO, "a child that was reaped");
}

static void comes(int other, const void *bytes, size_t len)
{
    if (write(other, bytes, len) != (ssize_t)len)
        bail_out("not written");
}

static void test_names(void)
{
    int other, what;
    const int32_t len = 8, shorter = 3;
    fork_client_t *client = client_of(&other, 0);
    comes(other, &len, sizeof(len));
    is_int(fork_client_take(client, &what), FORK_NO_ANSWER, "names may follow");
    comes(other, "ONE\0TW", 6);
    is_int(fork_client_take(client, &what), FORK_NO_ANSWER, "in parts");
    comes(other, "O", 2);
    is_int(fork_client_take(client, &what), FORK_IS_READY, "to the last");
    ok(fork_client_has_asked(client, "ONE=") &&
           fork_client_has_asked(client, "TWO=1"),
       "which constructors have asked for");
    ok(!fork_client_has_asked(client, "TW=1") &&
           !fork_client_has_asked(client, "TWOS=1"),
       "and no others");
    fork_client_stop(client);
    close(other);
    client = client_of(&other, 0);
    comes(other, &shorter, sizeof(shorter));
    comes(other, "ONE", 3);
    is_int(fork_client_take(client, &what), FORK_HAS_ENDED,
           "names that do not end are none");
    fork_client_stop(client);
    close(other);
}

static void test_unasked(void)
{
    int other, what;
    const int32_t answer = -EAGAIN;
    fork_client_t *client = client_of(&other, 1);
    for (int i = 0; i < 2; i++)
        for (size_t at = 0; at < sizeof(answer); at++) {
            is_int(fork_client_take(client, &what), FORK_NO_ANSWER,
                   "a part of an answer is none");
            ok(write(other, (const char *)&answer + at, 1) == 1, "a byte more");
            if (at == 3)
                is_int(fork_client_take(client, &what),
                       i == 0 ? FORK_HAS_FAILED : FORK_HAS_ENDED,
                       "the answer to a request, and one to none");
        }
    is_int(what, EPROTO, "breaks the rules");
    is_int(fork_client_take(client, &what), FORK_HAS_ENDED, "for good");
    fork_client_stop(client);
    close(other);
}

/* ---- a full socket, and a killed server ---- */

static void test_full(void)
{
    static char block[1 << 20];
    int other, count = 0;
    const int fds[3] = {0, 1, 2};
    const fork_blocks_t blocks = {.environment = block,
                                  .environment_len = sizeof(block)};
    char *got = malloc(2 * sizeof(block));
    fork_client_t *client = client_of(&other, 1);
    memset(block, 'a', sizeof(block) - 1);
    is_int(fork_client_request(client, fds, &blocks), 0, "more than has room");
    ok(fork_client_wants_write(client), "keeps a rest");
    ok(fork_client_request(client, fds, &blocks) == -1 && errno == EAGAIN,
       "nothing else is taken with it");
    for (ssize_t len; (len = read(other, got + count, 100000)) > 0;
         count += len)
        if (fork_client_send_more(client) != 0)
            bail_out("no more is taken");
    is_int(count, sizeof(block) + sizeof(fork_head_t), "all arrives");
    ok(memcmp(got + sizeof(fork_head_t), block, sizeof(block)) == 0,
       "as it was");
    ok(!fork_client_wants_write(client), "and leaves no rest");
    const fork_blocks_t large = {.environment_len = FORK_BLOCKS_MAX + 1};
    ok(fork_client_request(client, fds, &large) == -1 && errno == EMSGSIZE,
       "too much is not taken");
    free(got);
    fork_client_stop(client);
    close(other);
}

static void test_killed(void)
{
    const int fds[3] = {0, 1, 2};
    const fork_blocks_t blocks = {0};
    int what, sent = 0;
    fork_client_t *client = start_act();
    kill(client->pid, SIGSTOP);
    while (sent < 5 && fork_client_request(client, fds, &blocks) == 0)
        sent++;
    is_int(fork_client_waiting(client), 5, "five requests wait");
    kill(client->pid, SIGKILL);
    is_int(play_answer(client, &what), FORK_HAS_ENDED, "the server is killed");
    is_int(what, 0, "which is an end as any");
    ok(fork_client_request(client, fds, &blocks) == -1 && errno == EPIPE,
       "there are no requests after it");
    is_int(play_stop(client), SIGKILL, "the host sees how it ended");
}

/* ---- the start ---- */

static void fails(const char *program, char *const envp[], const char *library,
                  const char *want)
{
    const char *why = NULL;
    const fork_start_t start = {program, act_argv, envp, library, 2};
    ok(!fork_client_start(&start, &why), want);
    is_str(why, want, "is the reason");
}

static void test_start(void)
{
    int what;
    char *const preload[] = {"A=1", "LD_PRELOAD=x", NULL};
    fails("/bin/true", preload, play_library(), "LD_PRELOAD is set");
    fails("/bin/true", no_envp, "/not/there", "the library cannot be read");
    fails("/bin/true", no_envp, "/a b",
          "the path of the library has a space or a colon");
    fork_client_t *client = play_launch("/not/there", act_argv, no_envp);
    is_int(play_answer(client, &what), FORK_HAS_FAILED, "no program");
    is_int(what, ENOENT, "has the errno of execve()");
    is_int(play_answer(client, &what), FORK_HAS_ENDED, "and an end");
    is_int(play_stop(client), 127 << 8, "with the shell's status");
}

int main(void)
{
    play_build("act", "act", "");
    test_cut();
    test_refused();
    test_answers();
    test_names();
    test_unasked();
    test_full();
    test_killed();
    test_start();
    return done_testing();
}
