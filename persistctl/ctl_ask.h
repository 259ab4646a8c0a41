/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_ask.h: one question to one persistd over its admin socket.
 *
 * Both return 0, or -1 with errno (ECONNREFUSED, ENOENT: no persistd lives
 * here; EPERM: who listens is not the owner of the directory; EPROTO: what
 * answers is no persistd; EMSGSIZE: it never ends; ETIMEDOUT: it does not
 * answer in time; EINVAL: the script's name is empty or too long). */

#ifndef CTL_ASK_H
#define CTL_ASK_H

#include <msgpack/sbuffer.h>

/* The report (enum wire_status_format), into the buffer when it is complete;
 * of this script, or with NULL of all. Takes five seconds at most. */
int ctl_ask_report(const char *instance, int format, const char *script,
                   msgpack_sbuffer *report);

typedef struct ctl_ordered {
    int result; /* enum wire_order_result */
    int fault;  /* wire_fault_t of a start that failed, or 0 */
    msgpack_sbuffer text;
} ctl_ordered_t;

/* Has the order (enum wire_order_verb) carried out; answer->text is an
 * initialised buffer. Takes as long as that takes, five minutes at most. */
int ctl_ask_order(const char *instance, int verb, const char *script,
                  ctl_ordered_t *answer);

#endif /* CTL_ASK_H */
