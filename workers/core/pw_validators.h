/* SPDX-License-Identifier: Apache-2.0 */
/* pw_validators.h: ETag and Last-Modified of a passed file that is all of a
 * response's body. */

#ifndef PW_VALIDATORS_H
#define PW_VALIDATORS_H

#include "persist/worker.h"
#include "wire_message.h"

#include <stddef.h>
#include <time.h>

/* A file that is all of the body so far, with its head before it. */
typedef struct pw_sole {
    size_t head;             /* bytes of the held head; 0: it is not alone */
    wire_file_t part;        /* what is passed of it */
    struct timespec changed; /* when the file was changed last */
} pw_sole_t;

typedef struct pw_validators {
    char etag[64];
    char modified[32];
} pw_validators_t;

/* Makes the values of both headers. Returns 0, or -1 for a time at or before
 * 1970, which says nothing. Pure. */
int pw_validators_make(pw_validators_t *values, const wire_file_t *part,
                       struct timespec changed, struct timespec now);

/* The response ends. Adds the headers to its head if request->sole and the head
 * are still held, its status is 200, and the script has not set them. Without
 * memory or room the head stays as it is. */
void pw_validators_add(persist_request_t *request);

#endif /* PW_VALIDATORS_H */
