/* SPDX-License-Identifier: Apache-2.0 */
/* launch.h: starts the worker as persistd and persist-exec do, and ends it with
 * its process group. */

#ifndef CONFORM_LAUNCH_H
#define CONFORM_LAUNCH_H

#include "options.h"

#include <stdio.h>
#include <sys/types.h>

/* Files of the private directory, which is removed at the end. */
typedef enum launch_file {
    LAUNCH_SOCKET, /* the worker's socket */
    LAUNCH_CLONE,  /* the clone's socket */
    LAUNCH_FILE,   /* a file for the worker to pass */
    LAUNCH_FILES
} launch_file_t;

typedef struct launch {
    const options_t *options;
    char *program;   /* an absolute path */
    pid_t pid;       /* 0: there is no worker */
    int ended;       /* the worker itself has ended … */
    int exit_status; /* … with this status; -1: by a signal */
    FILE *output;    /* a file with its standard output and error */
    long mark;       /* the size of output when the rule began */
} launch_t;

/* The values of PERSIST_WORKER. */
typedef struct launch_how {
    unsigned version;
    int listen_fd;
} launch_how_t;

/* Finds the program, makes the private directory, and installs handlers of
 * SIGINT, SIGTERM and SIGHUP that kill the worker. Returns 0, or -1 after it
 * has printed the reason. */
int launch_init(launch_t *launch, const options_t *options);
/* The path of a file in the private directory. */
const char *launch_path(launch_file_t file);
/* Starts a worker. The previous one must have been killed. Returns 0, or -1
 * with errno. */
int launch_start(launch_t *launch, const launch_how_t *how);
/* Waits for the worker's end, up to ms milliseconds. Returns whether it has
 * ended. */
int launch_wait(launch_t *launch, int ms);
/* Stops the worker by SIGSTOP. All that is sent before launch_resume() has
 * arrived when the worker runs again. */
void launch_pause(launch_t *launch);
void launch_resume(launch_t *launch);
/* Kills the worker's process group, and reaps the worker. */
void launch_kill(launch_t *launch);
/* Kills the worker and removes the private directory. */
void launch_destroy(launch_t *launch);

/* Names a second process group, which is killed with the worker's; 0: none. */
void launch_guard(pid_t group);

/* Makes a socket that listens on the path. Returns its descriptor, or -1 with
 * errno. */
int launch_listen(const char *path);

/* Whether the worker has written something. */
int launch_has_output(const launch_t *launch);
/* From now on launch_print_output() leaves out what was written before. */
void launch_mark_output(launch_t *launch);
/* Prints the last lines that the worker has written, each after the prefix. */
void launch_print_output(const launch_t *launch, FILE *to, const char *prefix);

#endif /* CONFORM_LAUNCH_H */
