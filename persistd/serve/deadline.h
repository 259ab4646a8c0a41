/* SPDX-License-Identifier: Apache-2.0 */
/* deadline.h: tells a worker that a request has passed its soft deadline. */

#ifndef DEADLINE_H
#define DEADLINE_H

#include "state/persistd.h"
#include "wire_message.h"

/* LATE came from an httpd child. A worker that is no more there, or does not
 * listen, is not told; httpd says it again. */
void deadline_late(persistd_t *pd, const wire_late_t *late);

#endif /* DEADLINE_H */
