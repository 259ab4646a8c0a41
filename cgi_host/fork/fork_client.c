/* SPDX-License-Identifier: Apache-2.0 */
/* fork_client.c: requests out, answers in. The server is a process that runs
 * code of the CGI program's libraries: its answers are checked. */

#include "fork/fork_client.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#define ERRNO_MAX 4095

struct fork_client {
    int fd;
    pid_t pid;
    int is_ready;
    unsigned waiting; /* requests without an answer */
    char *rest;       /* of a request; NULL: none */
    size_t rest_len;  /* bytes of `rest` */
    size_t rest_sent; /* of these */
    int32_t answer;   /* as far as it has come */
    size_t answer_len;
    char *names;      /* that constructors have asked for; NULL: none */
    size_t names_len; /* bytes of `names` */
    size_t names_got; /* of these */
    int end;          /* errno of FORK_HAS_ENDED; -1: not yet */
};

fork_client_t *fork_client_start(const fork_start_t *start, const char **why)
{
    fork_client_t *client = calloc(1, sizeof(*client));
    if (!client) {
        *why = "there is no memory for it";
        return NULL;
    }
    client->end = -1;
    client->pid = fork_start(start, &client->fd, why);
    if (client->pid < 0) {
        free(client);
        return NULL;
    }
    return client;
}

int fork_client_fd(const fork_client_t *client)
{
    return client->fd;
}

pid_t fork_client_pid(const fork_client_t *client)
{
    return client->pid;
}

unsigned fork_client_waiting(const fork_client_t *client)
{
    return client->waiting;
}

void fork_client_stop(fork_client_t *client)
{
    close(client->fd);
    free(client->rest);
    free(client->names);
    free(client);
}

/* ---- requests ---- */

#define PARTS (1 + FORK_BLOCKS)

/* Fills the head and the parts. Returns their sum, or 0: too long. */
static size_t lay_out(const fork_blocks_t *blocks, fork_head_t *head,
                      struct iovec parts[PARTS])
{
    const size_t most = FORK_BLOCKS_MAX;
    size_t directory = blocks->directory ? strlen(blocks->directory) + 1 : 0;
    if (blocks->arguments_len > most || blocks->environment_len > most ||
        directory > most)
        return 0;
    *head =
        (fork_head_t){(uint32_t)blocks->arguments_len,
                      (uint32_t)blocks->environment_len, (uint32_t)directory};
    parts[0] = (struct iovec){head, sizeof(*head)};
    parts[1] = (struct iovec){(void *)blocks->arguments, blocks->arguments_len};
    parts[2] =
        (struct iovec){(void *)blocks->environment, blocks->environment_len};
    parts[3] = (struct iovec){(void *)blocks->directory, directory};
    uint64_t sum = fork_head_sum(head);
    return sum > most ? 0 : sizeof(*head) + (size_t)sum;
}

static ssize_t send_begin(int fd, const int fds[FORK_DESCRIPTORS],
                          struct iovec parts[PARTS])
{
    const size_t size = FORK_DESCRIPTORS * sizeof(*fds);
    union {
        struct cmsghdr head;
        char space[CMSG_SPACE(FORK_DESCRIPTORS * sizeof(*fds))];
    } control = {.head = {.cmsg_level = SOL_SOCKET,
                          .cmsg_type = SCM_RIGHTS,
                          .cmsg_len = CMSG_LEN(size)}};
    struct msghdr message = {.msg_iov = parts,
                             .msg_iovlen = PARTS,
                             .msg_control = &control,
                             .msg_controllen = sizeof(control)};
    memcpy(CMSG_DATA(&control.head), fds, size);
    return sendmsg(fd, &message, MSG_NOSIGNAL);
}

/* Copies what stands behind the first `sent` bytes. */
static void copy_rest(char *to, const struct iovec parts[PARTS], size_t sent)
{
    for (int i = 0; i < PARTS; i++) {
        size_t skipped = sent < parts[i].iov_len ? sent : parts[i].iov_len;
        size_t len = parts[i].iov_len - skipped;
        if (len > 0)
            memcpy(to, (const char *)parts[i].iov_base + skipped, len);
        to += len;
        sent -= skipped;
    }
}

/* A request that was sent in part cannot be taken back: without memory for its
 * rest, the server ends. */
static int keep_rest(fork_client_t *client, const struct iovec parts[PARTS],
                     size_t sent, size_t sum)
{
    client->rest_len = sum - sent;
    client->rest_sent = 0;
    client->rest = malloc(client->rest_len);
    if (!client->rest) {
        client->end = ENOMEM;
        errno = EPIPE;
        return -1;
    }
    copy_rest(client->rest, parts, sent);
    return 0;
}

int fork_client_request(fork_client_t *client, const int fds[FORK_DESCRIPTORS],
                        const fork_blocks_t *blocks)
{
    fork_head_t head;
    struct iovec parts[PARTS];
    size_t sum = lay_out(blocks, &head, parts);
    if (sum == 0 || client->rest || client->end >= 0) {
        errno = client->end >= 0 ? EPIPE : sum == 0 ? EMSGSIZE : EAGAIN;
        return -1;
    }
    ssize_t sent = send_begin(client->fd, fds, parts);
    if (sent < 0)
        return -1;
    client->waiting++;
    return (size_t)sent == sum ? 0
                               : keep_rest(client, parts, (size_t)sent, sum);
}

int fork_client_wants_write(const fork_client_t *client)
{
    return client->rest != NULL;
}

int fork_client_send_more(fork_client_t *client)
{
    if (!client->rest)
        return 0;
    ssize_t sent = send(client->fd, client->rest + client->rest_sent,
                        client->rest_len - client->rest_sent, MSG_NOSIGNAL);
    if (sent < 0)
        return errno == EAGAIN || errno == EINTR ? 0 : -1;
    client->rest_sent += (size_t)sent;
    if (client->rest_sent == client->rest_len) {
        free(client->rest);
        client->rest = NULL;
    }
    return 0;
}

/* ---- answers ---- */

/* An unreaped child can be waited for, whether it runs or has ended. */
static int is_child(const fork_client_t *client, pid_t pid)
{
    siginfo_t info;
    return pid > 0 && pid != client->pid &&
           waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

static fork_answer_t end(fork_client_t *client, int error, int *what)
{
    client->end = error;
    shutdown(client->fd, SHUT_RDWR);
    *what = error;
    return FORK_HAS_ENDED;
}

/* Names are texts, each of which ends. */
static fork_answer_t take_names(fork_client_t *client, int *what)
{
    ssize_t got = recv(client->fd, client->names + client->names_got,
                       client->names_len - client->names_got, 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return FORK_NO_ANSWER;
    if (got <= 0)
        return end(client, 0, what);
    client->names_got += (size_t)got;
    if (client->names_got < client->names_len)
        return FORK_NO_ANSWER;
    if (client->names[client->names_len - 1] != '\0')
        return end(client, EPROTO, what);
    client->is_ready = 1;
    return FORK_IS_READY;
}

static fork_answer_t begin(fork_client_t *client, int32_t names_len, int *what)
{
    if (names_len > (int32_t)FORK_NAMES_MAX)
        return end(client, EPROTO, what);
    client->is_ready = names_len == 0;
    if (client->is_ready)
        return FORK_IS_READY;
    client->names = malloc((size_t)names_len);
    if (!client->names)
        return end(client, ENOMEM, what);
    client->names_len = (size_t)names_len;
    return take_names(client, what);
}

int fork_client_has_asked(const fork_client_t *client, const char *variable)
{
    for (size_t at = 0, len; at < client->names_len; at += len + 1) {
        const char *name = client->names + at;
        len = strlen(name);
        if (strncmp(variable, name, len) == 0 && variable[len] == '=')
            return 1;
    }
    return 0;
}

static fork_answer_t judge(fork_client_t *client, int32_t answer, int *what)
{
    if (client->is_ready && client->waiting == 0)
        return end(client, EPROTO, what);
    if (answer < 0 && answer >= -ERRNO_MAX) {
        client->waiting -= client->is_ready;
        *what = -answer;
        return FORK_HAS_FAILED;
    }
    if (!client->is_ready && answer >= FORK_READY)
        return begin(client, answer, what);
    if (!client->is_ready || !is_child(client, answer))
        return end(client, EPROTO, what);
    /* The child does this, too, but perhaps only after a signal to the group.
     */
    setpgid(answer, answer);
    client->waiting--;
    *what = answer;
    return FORK_HAS_CHILD;
}

fork_answer_t fork_client_take(fork_client_t *client, int *what)
{
    char *to = (char *)&client->answer + client->answer_len;
    *what = 0;
    if (client->end >= 0)
        return end(client, client->end, what);
    if (client->names_got < client->names_len)
        return take_names(client, what);
    ssize_t got =
        recv(client->fd, to, sizeof(client->answer) - client->answer_len, 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return FORK_NO_ANSWER;
    if (got <= 0)
        return end(client, 0, what);
    client->answer_len += (size_t)got;
    if (client->answer_len < sizeof(client->answer))
        return FORK_NO_ANSWER;
    client->answer_len = 0;
    return judge(client, client->answer, what);
}
