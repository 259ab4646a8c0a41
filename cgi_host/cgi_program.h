/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_program.h: one process of a CGI program, with its own process group. */

#ifndef CGI_PROGRAM_H
#define CGI_PROGRAM_H

#include <sys/types.h>

/* Its process, which is reaped by cgi_program_reap() alone. Until then its
 * number, and that of its group, can belong to nobody else. */
typedef struct cgi_program {
    struct cgi_program *next; /* of all that are not reaped */
    pid_t pid;    /* 0: it has not been started, or has been reaped */
    int watch;    /* pidfd: readable when the process has ended; -1: none */
    int input;    /* writes to its stdin, without waiting; -1: closed */
    int output;   /* reads its stdout, without waiting; -1: closed */
    int errors;   /* reads its stderr, without waiting; -1: closed */
    int is_ended; /* it has ended; reaped or not */
    int signal;   /* of which it has died; 0: of none */
} cgi_program_t;

/* What is started. Each array ends with NULL. */
typedef struct cgi_launch {
    char *const *command;  /* the program, or its interpreter and arguments, and
                            * it; command[0] is a path */
    const char *directory; /* it starts in; "": that of the host */
    char *const *words;    /* further arguments */
    char *const *environment;
    int has_input; /* its stdin is a pipe; otherwise it is empty */
} cgi_launch_t;

/* Call this once, before any other: notes the signal mask that programs get.
 * Returns 0, or -1 with errno. */
int cgi_program_init(void);

/* Starts a process, by the fork server where there is one. The kernel kills it
 * when the host dies. The struct stays at its place until the process is
 * reaped. Returns 0, or -1 with errno and nothing to clean up. */
int cgi_program_start(cgi_program_t *program, const cgi_launch_t *launch);

/* Notes whether the process has ended, and leaves it to be reaped. Returns
 * is_ended. */
int cgi_program_look(cgi_program_t *program);

/* Sends a signal to the process, or to its whole group, if it is not reaped. */
void cgi_program_signal(const cgi_program_t *program, int number);
void cgi_program_signal_group(const cgi_program_t *program, int number);

/* Reaps a process that has ended. */
void cgi_program_reap(cgi_program_t *program);

#endif /* CGI_PROGRAM_H */
