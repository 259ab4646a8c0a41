/* SPDX-License-Identifier: Apache-2.0 */
/* fork_play.h: builds small CGI programs, and runs them both ways: by a fork
 * server and by execve(2). */

#ifndef FORK_PLAY_H
#define FORK_PLAY_H

#include "fork/fork_client.h"

#include "tap.h"

#define PLAY_OUTPUT ((size_t)4 << 20)

typedef struct reply {
    pid_t pid;
    int status; /* as waitpid() has it */
    size_t len;
    char *out; /* stdout and stderr; stays until the next reply */
} reply_t;

/* A new path in a folder of this test, which is removed at its end. */
const char *play_path(const char *name);

/* Compiles victims/SOURCE.c. Returns the path of what was made, which has the
 * name; the flags may be "". */
const char *play_build(const char *source, const char *name, const char *flags);

/* The same, but returns NULL if the compiler fails. */
const char *play_try_build(const char *source, const char *name,
                           const char *flags);

/* The library that was built, not installed. */
const char *play_library(void);

/* Starts a fork server; its first answer is taken with play_answer(). */
fork_client_t *play_launch(const char *program, char *const argv[],
                           char *const envp[]);

/* The same, and waits until it is ready. */
fork_client_t *play_start(const char *program, char *const argv[],
                          char *const envp[]);

/* Waits for the next answer. */
fork_answer_t play_answer(fork_client_t *client, int *what);

/* Stops the server and returns the status of its process. */
int play_stop(fork_client_t *client);

/* Returns blocks with these variables; they are freed by the next call. */
fork_blocks_t play_blocks(char *const envp[], const char *directory);

/* Runs a request whose stdin has the text, and waits for its end. */
reply_t play_request(fork_client_t *client, const fork_blocks_t *blocks,
                     const char *in);

/* The same with one variable, DO. */
reply_t play_do(fork_client_t *client, const char *what);

/* The same request by fork(2) and execve(2), with signals as the host sets
 * them. */
reply_t play_exec(const char *program, char *const argv[], char *const envp[],
                  const char *directory, const char *in);

#endif /* FORK_PLAY_H */
