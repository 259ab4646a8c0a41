/* SPDX-License-Identifier: Apache-2.0 */
/* crew.h: the running lookers: their processes, and the questions that they are
 * working on. */

#ifndef CREW_H
#define CREW_H

#include "os/looker.h"

#include <stddef.h>
#include <uv.h>

typedef struct looker {
    struct looker *next;
    uv_poll_t poll;
    int fd;
    void *work;  /* the current work; NULL: it is free */
    size_t want; /* size of the answer in bytes */
    size_t got;  /* bytes that have come */
    look_found_t found[LOOKER_ITEMS];
} looker_t;

typedef struct crew_handlers {
    /* The answer for this work has come. The looker is free again. */
    void (*answered)(looker_t *looker, void *work);
    /* The looker has ended without an answer. */
    void (*lost)(void *work);
} crew_handlers_t;

/* Call once. program: path of the lookers' program. name: an argument for it,
 * which shows in a list of processes. */
void crew_prepare(uv_loop_t *loop, const char *program, const char *name,
                  const crew_handlers_t *handlers);

/* The first of all lookers, linked by next. */
looker_t *crew_first(void);

/* Starts one more looker. Returns NULL with errno. */
looker_t *crew_hire(void);

/* Ends a looker that has no work. */
void crew_dismiss(looker_t *looker);

/* Gives a question to a free looker. Returns 0, or -1 if the looker does not
 * take it; then it ends. */
int crew_give(looker_t *looker, const looker_question_t *question,
              const char *bytes, void *work);

#endif /* CREW_H */
