/* SPDX-License-Identifier: Apache-2.0 */
/* deadline.h: tells a worker that a request has passed its soft deadline. */

#ifndef DEADLINE_H
#define DEADLINE_H

#include "state/persistd.h"
#include "wire_message.h"

/* LATE came from a child process of httpd. A worker that is gone, or does not
 * read, is not told; httpd sends LATE again. */
void deadline_late(persistd_t *pd, const wire_late_t *late);

#endif /* DEADLINE_H */
