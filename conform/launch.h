/* SPDX-License-Identifier: Apache-2.0 */
/* launch.h: starts the worker as persistd and persist-exec do, and ends it with
 * its process group. */

#ifndef CONFORM_LAUNCH_H
#define CONFORM_LAUNCH_H

#include "options.h"

#include <stdio.h>
#include <sys/types.h>

/* What may be in the private directory, and goes at the end. */
typedef enum launch_file {
    LAUNCH_SOCKET, /* the worker's */
    LAUNCH_CLONE,  /* its clone's */
    LAUNCH_FILE,   /* to be passed */
    LAUNCH_FILES
} launch_file_t;

typedef struct launch {
    const options_t *options;
    char *program;   /* an absolute path */
    pid_t pid;       /* 0: there is no worker */
    int ended;       /* the worker itself has ended … */
    int exit_status; /* … with this status; -1: by a signal */
    FILE *output;    /* a file with its standard output and error */
    long mark;       /* how much was in it when a rule began */
} launch_t;

/* How a worker is told of its listening socket. */
typedef struct launch_how {
    unsigned version;
    int listen_fd;
} launch_how_t;

/* Makes the directory of the sockets, finds the program, and sees to it that
 * SIGINT, SIGTERM and SIGHUP end the worker too. Returns 0, or -1 when the
 * reason has been printed. */
int launch_init(launch_t *launch, const options_t *options);
/* The path of one of its files. */
const char *launch_path(launch_file_t file);
/* Starts a worker; the one before must have been killed. 0, or -1 with errno.
 */
int launch_start(launch_t *launch, const launch_how_t *how);
/* Waits so long for the worker's end; 0 ms: looks. Returns whether it has
 * ended. */
int launch_wait(launch_t *launch, int ms);
/* Stops the worker's threads until launch_resume(): what is sent meanwhile has
 * all arrived when it goes on. */
void launch_pause(launch_t *launch);
void launch_resume(launch_t *launch);
/* Ends what is left of the worker's process group, and forgets the worker. */
void launch_kill(launch_t *launch);
/* Ends the worker and removes the directory. */
void launch_destroy(launch_t *launch);

/* A process group beside the worker's, which is also ended by the signals and
 * by launch_kill(). 0: none. */
void launch_guard(pid_t group);

/* Listens on the path, as a new worker's socket. Returns the descriptor, or -1
 * with errno. */
int launch_listen(const char *path);

/* Whether the worker has written something. */
int launch_has_output(const launch_t *launch);
/* What the worker has written up to now is not printed any more. */
void launch_mark_output(launch_t *launch);
/* Prints the end of what the worker has written, each line behind the prefix.
 */
void launch_print_output(const launch_t *launch, FILE *to, const char *prefix);

#endif /* CONFORM_LAUNCH_H */
