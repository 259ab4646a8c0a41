/* SPDX-License-Identifier: Apache-2.0 */
/* crew.h: the lookers that there are: their processes, and the questions that
 * they are at. */

#ifndef CREW_H
#define CREW_H

#include "os/looker.h"

#include <stddef.h>
#include <uv.h>

typedef struct looker {
    struct looker *next;
    uv_poll_t poll;
    int fd;
    void *work;  /* what it is at; NULL: it is free */
    size_t want; /* bytes of the answer … */
    size_t got;  /* … and those that have come */
    look_found_t found[LOOKER_ITEMS];
} looker_t;

typedef struct crew_handlers {
    /* The answer to this work has come, and the looker is free. */
    void (*answered)(looker_t *looker, void *work);
    /* The looker has ended before it could answer. */
    void (*lost)(void *work);
} crew_handlers_t;

/* Once. program: of the lookers; name: what they are told, to be seen in a list
 * of processes. */
void crew_prepare(uv_loop_t *loop, const char *program, const char *name,
                  const crew_handlers_t *handlers);

/* All lookers, by next. */
looker_t *crew_first(void);

/* Starts another one. NULL with errno. */
looker_t *crew_hire(void);

/* It ends. Is at no work. */
void crew_dismiss(looker_t *looker);

/* Gives the question to a free looker. Returns 0, or -1: the looker takes none,
 * and ends. */
int crew_give(looker_t *looker, const looker_question_t *question,
              const char *bytes, void *work);

#endif /* CREW_H */
