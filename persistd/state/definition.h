/* SPDX-License-Identifier: Apache-2.0 */
/* definition.h: what a pool is, in persistd's own memory: ENSURE, checked. */

#ifndef DEFINITION_H
#define DEFINITION_H

#include "wire_message.h"

typedef struct definition {
    uint64_t key_high, key_low;
    char *script;       /* canonical absolute path */
    char *directory;    /* where the script lies: its working directory */
    char **command;     /* interpreter, arguments, script; NULL */
    char **environment; /* "NAME=value", NULL */
    uint32_t min, max;
    int64_t idle_us;
    int64_t boot_us;                   /* 0: no limit */
    int64_t hard_us;                   /* 0: no limit */
    uint64_t max_requests;             /* 0: no limit */
    int64_t max_age_us;                /* 0: no limit */
    uint64_t memory_soft, memory_hard; /* bytes; 0: no limit */
    int reload;                        /* enum wire_reload */
    int debug;
    uint32_t concurrency;  /* most units of a worker that are used */
    msgpack_sbuffer frame; /* the ENSURE again, for the journal */
} definition_t;

/* Copies and checks. Returns 0, or -1 with *why set to a sentence fragment and
 * *definition untouched. */
int definition_make(definition_t *definition, const wire_ensure_t *ensure,
                    const char **why);

void definition_clear(definition_t *definition);

#endif /* DEFINITION_H */
