/* SPDX-License-Identifier: Apache-2.0 */
/* definition.h: what a pool is, in persistd's own memory: ENSURE, checked. */

#ifndef DEFINITION_H
#define DEFINITION_H

#include "wire_message.h"

typedef struct definition {
    uint64_t key_high, key_low;
    char *script;       /* canonical absolute path */
    char *directory;    /* where the script lies: its working directory */
    char *restart;      /* restarts an application if touched; NULL: a script */
    char **command;     /* interpreter, arguments, script; NULL */
    char **environment; /* "NAME=value", NULL */
    uint64_t places_min; /* MIN: workers, or programs of a host */
    /* The settings; what each one means is said in its row. */
#define POOL_NUMBER(name, low, high, fallback, ceiling) uint64_t name;
#define POOL_TIME(name, fallback, ceiling) int64_t name##_us;
#include "wire_pool_settings.h"
    msgpack_sbuffer frame; /* the ENSURE for the journal, with seen as 0 */
} definition_t;

/* Copies and checks. Returns 0, or -1 with *why set to a sentence fragment and
 * *definition untouched. */
int definition_make(definition_t *definition, const wire_ensure_t *ensure,
                    const char **why);

/* Returns how many threads a worker is to have: no more than it may have
 * requests at a time. 0: that is left to the script. */
uint64_t definition_threads(const definition_t *definition);

/* True if persist-app starts it, whatever it becomes. */
int definition_is_app(const definition_t *definition);

/* Returns the folder whose application it is (PersistApp), or NULL. */
const char *definition_folder(const definition_t *definition);

void definition_clear(definition_t *definition);

#endif /* DEFINITION_H */
