/* SPDX-License-Identifier: Apache-2.0 */
/* options.h: the command line of persist-conform. */

#ifndef CONFORM_OPTIONS_H
#define CONFORM_OPTIONS_H

/* Exit statuses. */
enum { CONFORM_PASSED = 0, CONFORM_FAILED = 1, CONFORM_WRONG = 2 };

/* Each level includes the previous ones. */
typedef enum level {
    LEVEL_CORE,
    LEVEL_STREAMS,
    LEVEL_CLONES,
    LEVEL_SLOW
} level_t;

#define OPTIONS_ENV_MAX 64

typedef struct options {
    level_t level;
    const char *rule; /* run only this one; NULL: all of the level */
    int list;         /* print the rules and run none */
    int patience_ms;  /* --timeout */
    char **command;   /* the worker's, ended by NULL */
    const char *env[OPTIONS_ENV_MAX]; /* NAME=VALUE, or NAME alone */
    int env_count;
} options_t;

/* Returns -1, or the exit status if there is nothing more to do. */
int options_read(options_t *options, int argc, char **argv);

/* "core", "streams", "clones" or "slow". */
const char *options_level_name(level_t level);

#endif /* CONFORM_OPTIONS_H */
