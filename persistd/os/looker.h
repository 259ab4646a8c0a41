/* SPDX-License-Identifier: Apache-2.0 */
/* looker.h: the work of a looker, and what it and persistd tell each other:
 * persistd asks one question at a time, the looker answers it in whole.
 *
 * A looker is a process, not a thread: one that a dead file system holds can't
 * be killed, and would keep all that persistd has (its locks, its sockets, its
 * number) when persistd itself has to end.
 * Why: docs/decisions/looks-are-taken-by-processes.md */

#ifndef LOOKER_H
#define LOOKER_H

#include <stdint.h>

#define LOOKER_PROGRAM "persist-look"

/* A question: this, and so many bytes: of each item the kind, the path, NUL. */
#define LOOKER_SECONDS 10u /* for one item; then the looker ends, if it can */
#define LOOKER_ITEMS 256u
#define LOOKER_BYTES 32768u
#define LOOKER_FILE 'f'
#define LOOKER_SCRIPT 's'    /* with its tenant */
#define LOOKER_DIRECTORY 'd' /* to be watched */

typedef struct looker_question {
    uint32_t count, bytes;
} looker_question_t;

/* The answer: one of these for each item. */
typedef struct look_found {
    uint64_t version; /* slots_version() of a regular file; 0: it is none */
    uint64_t device;  /* that it lies on; 0: not known */
    int64_t changed;  /* the inode's own time, µs since the epoch */
    uint32_t owner;
    uint32_t tenant; /* tenant.h; of a script only */
    int32_t error;   /* errno; 0: version is one */
    int32_t watch;   /* of a directory: its number in notice.h; -1: none */
} look_found_t;

/* Answers on the descriptor until persistd closes its end. notice: of
 * notice_open(). Returns the exit status. */
int looker_serve(int fd, int notice);

#endif /* LOOKER_H */
