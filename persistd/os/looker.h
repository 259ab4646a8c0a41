/* SPDX-License-Identifier: Apache-2.0 */
/* looker.h: the work of a looker, and the format of what it and persistd
 * exchange. persistd sends one question at a time, and the looker sends one
 * whole answer.
 *
 * A looker is a process, not a thread. A thread that a dead file system blocks
 * cannot be killed, and would keep persistd's locks, sockets and process number
 * when persistd itself has to end.
 * Why: docs/decisions/looks-are-taken-by-processes.md */

#ifndef LOOKER_H
#define LOOKER_H

#include <stdint.h>

#define LOOKER_PROGRAM "persist-look"

/* A question is this struct, then `bytes` bytes: for each item its kind, its
 * path and a NUL. */
#define LOOKER_SECONDS 10u /* for one item; then the looker ends, if it can */
#define LOOKER_ITEMS 256u
#define LOOKER_BYTES 32768u
#define LOOKER_FILE 'f'
#define LOOKER_SCRIPT 's'    /* reports the tenant as well */
#define LOOKER_DIRECTORY 'd' /* adds a watch */

typedef struct looker_question {
    uint32_t count, bytes;
} looker_question_t;

/* The answer has one of these for each item. */
typedef struct look_found {
    /* slots_version() of a regular file; 0: not a regular file. */
    uint64_t version;
    uint64_t device; /* device of the file; 0: unknown */
    int64_t changed; /* the inode's change time, µs since the epoch */
    uint32_t owner;
    uint32_t tenant; /* common_tenant.h; for a script only */
    int32_t error;   /* errno; 0: version, or watch, is valid */
    int32_t watch;   /* number of a directory's watch (notice.h); -1: none */
} look_found_t;

/* Looks at one file here and now, as LOOKER_FILE or LOOKER_SCRIPT. *found is
 * zeroed. */
void looker_stat(const char *path, char kind, look_found_t *found);

/* Answers questions from the descriptor until persistd closes its end. notice:
 * from notice_open(). Returns the exit status. */
int looker_serve(int fd, int notice);

#endif /* LOOKER_H */
