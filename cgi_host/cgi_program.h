/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_program.h: one process of a CGI program, with its own process group. */

#ifndef CGI_PROGRAM_H
#define CGI_PROGRAM_H

#include <sys/types.h>

typedef enum cgi_program_state {
    CGI_PROGRAM_AWAITED, /* a fork server is asked for its process */
    CGI_PROGRAM_BEGUN,   /* it has had one */
    CGI_PROGRAM_FAILED,  /* it could not be started: `error` */
    CGI_PROGRAM_LOST     /* its fork server has ended before: start it again */
} cgi_program_state_t;

/* Its process, which is reaped by cgi_program_reap() alone. Until then its
 * number, and that of its group, can belong to nobody else. */
typedef struct cgi_program {
    struct cgi_program *next; /* of all that are not reaped, or that wait for
                               * the same fork server */
    cgi_program_state_t state;
    int error;    /* errno */
    pid_t pid;    /* 0: it has not been started, or has been reaped */
    int input;    /* writes to its stdin, without waiting; -1: closed */
    int output;   /* reads its stdout, without waiting; -1: closed */
    int errors;   /* reads its stderr, without waiting; -1: closed */
    int is_ended; /* it has ended; reaped or not */
    int signal;   /* of which it has died; 0: of none */
} cgi_program_t;

/* One that has no process and no pipes. */
#define CGI_PROGRAM_NONE                                                       \
    ((cgi_program_t){.input = -1, .output = -1, .errors = -1})

/* What is started. Each array ends with NULL. */
typedef struct cgi_launch {
    char *const *command;  /* the program, or its interpreter and arguments, and
                            * it; command[0] is a path */
    const char *directory; /* it starts in; "": that of the host */
    char *const *words;    /* further arguments */
    char *const *environment;
    int has_input; /* its stdin is a pipe; otherwise it is empty */
    int is_hasty;  /* its process is to be known at once, not at its end */
} cgi_launch_t;

/* For fork servers: what has become of a program that was awaited. Its process
 * is a child of this one. */
void cgi_program_begin(cgi_program_t *program, pid_t pid);
void cgi_program_fail(cgi_program_t *program, int error);

/* For fork servers: kills and reaps a child that is no program's, and kills its
 * process group. */
void cgi_program_destroy(pid_t pid);

/* Returns whether a process is one of the programs', and not reaped. */
int cgi_program_is_running(pid_t pid);

/* Returns whether a process is a child of this one, and not reaped. */
int cgi_program_is_child(pid_t pid);

/* Notes whether the process has ended, and leaves it to be reaped. Returns
 * is_ended. */
int cgi_program_look(cgi_program_t *program);

/* Sends a signal to the process, or to its whole group, if it is not reaped. */
void cgi_program_signal(const cgi_program_t *program, int number);
void cgi_program_signal_group(const cgi_program_t *program, int number);

/* Reaps a process that has ended. */
void cgi_program_reap(cgi_program_t *program);

#endif /* CGI_PROGRAM_H */
