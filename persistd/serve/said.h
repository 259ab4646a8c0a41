/* SPDX-License-Identifier: Apache-2.0 */
/* said.h: what httpd has logged about a script is kept for its owner. */

#ifndef SAID_H
#define SAID_H

#include "state/persistd.h"
#include "wire_message.h"

/* SAID came from a child process of httpd, which alone names the script: a
 * worker cannot. What is said of a script that persistd does not know is
 * dropped. */
void said_take(persistd_t *pd, const wire_said_t *said);

#endif /* SAID_H */
