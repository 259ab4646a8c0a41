/* SPDX-License-Identifier: Apache-2.0 */
/* persist_hold.h: what was lent to a request stays until nothing of the request
 * can read it any more. */

#ifndef PERSIST_HOLD_H
#define PERSIST_HOLD_H

#include "htaccess/persist_kept.h"

/* One hold serves a client's request with all subrequests and redirects that
 * httpd makes of it. What does not fit in is left to httpd. */
#define PERSIST_HOLD_MAX 64

typedef struct persist_hold {
    unsigned count;
    persist_kept_t *kept[PERSIST_HOLD_MAX];
} persist_hold_t;

/* When httpd loads the module. */
void persist_hold_register_hooks(void);

/* Returns the hold of this request, or NULL if nothing was lent to it. */
persist_hold_t *persist_hold_of(request_rec *r);

/* The request's thread: takes over the caller's reference. Returns 0, or -1 if
 * the hold is full; the reference has been given back then. */
int persist_hold_add(request_rec *r, persist_kept_t *kept);

/* True if this element of r->htaccess is one of the hold's. hold: NULL is an
 * empty one. */
int persist_hold_has(const persist_hold_t *hold,
                     const struct htaccess_result *result);

#endif /* PERSIST_HOLD_H */
