/* SPDX-License-Identifier: Apache-2.0 */
/* fork_message.h: the messages between the host of a CGI program and the fork
 * server inside the program, over a stream socket of the Unix domain.
 *
 * The host sends, for each request, the head together with exactly three
 * descriptors (SCM_RIGHTS: stdin, stdout, stderr of the child), then three
 * blocks of bytes in the order of the head's lengths. Every block that is not
 * empty ends with NUL:
 *
 *   arguments     strings, each with its NUL, added to the program's own
 *   environment   "NAME=VALUE" strings, each with its NUL
 *   directory     one string; an empty block leaves the directory as it is
 *
 * The server sends one int32_t after its start: a negative errno that says why
 * it cannot serve, or the length of a block that follows, FORK_READY if there
 * is none. The block has the names of the variables that constructors of
 * libraries have asked for, each with its NUL. Then it sends one int32_t for
 * each request in order: the pid of the child, or a negative errno. After a
 * message that breaks these rules, or that it has no memory or descriptors for,
 * it answers and exits.
 */

#ifndef FORK_MESSAGE_H
#define FORK_MESSAGE_H

#include <stdint.h>
#include <stdlib.h>

/* Systems the server is written for. configure reads this, too. */
#if defined(__linux__) && defined(__GLIBC__) && defined(__LP64__) &&           \
    (defined(__x86_64__) || defined(__aarch64__)) &&                           \
    !defined(PERSIST_PORTABLE)
#define FORK_SUPPORTED 1
#endif

/* The number of the server's socket, in the environment it starts with. */
#define FORK_VARIABLE "PERSIST_FORK_FD"

/* Set by the script of an interpreter that is ready to serve
 * (fork_interpreter.c), to one of these: which function serves, and whether
 * `environ` has the variables of the request in the child. Perl would free the
 * strings. getppid() is for a language whose fork() does much besides that a
 * process with one thread does not need. */
#define FORK_SERVE_VARIABLE "PERSIST_FORK_SERVE"
#define FORK_BY_FORK "fork"
#define FORK_BY_FORK_ENVIRON "fork, environ"
#define FORK_BY_GETPPID "getppid, environ"

#define FORK_READY 0
#define FORK_NAMES_MAX 8192u
#define FORK_DESCRIPTORS 3
#define FORK_BLOCKS 3
#define FORK_BLOCKS_MAX (4u << 20) /* bytes of all blocks */

typedef struct fork_head {
    uint32_t arguments_len;
    uint32_t environment_len;
    uint32_t directory_len;
} fork_head_t;

/* Returns the sum of the lengths, which does not overflow. */
static inline uint64_t fork_head_sum(const fork_head_t *head)
{
    return (uint64_t)head->arguments_len + head->environment_len +
           head->directory_len;
}

#endif /* FORK_MESSAGE_H */
