/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_ask.h: sends one question to one persistd over its admin socket.
 *
 * These functions return 0, or -1 with errno:
 * ECONNREFUSED, ENOENT: no persistd runs here
 * EPERM: the listening process is not the owner of the directory
 * EPROTO: the answer is not persistd's
 * EMSGSIZE: the answer is too long
 * ETIMEDOUT: no answer in time
 * EINVAL: the script's name is empty or too long */

#ifndef CTL_ASK_H
#define CTL_ASK_H

#include <msgpack/sbuffer.h>
#include <stdint.h>

/* Puts the report (enum wire_status_format) about this script into the buffer;
 * about all scripts if script is NULL. The buffer holds the report only when it
 * is complete. Takes five seconds at most. */
int ctl_ask_report(const char *instance, int format, const char *script,
                   msgpack_sbuffer *report);

/* The same for WIRE_STATUS_LOG, with the lines after this number. */
int ctl_ask_log(const char *instance, const char *script, uint64_t after,
                msgpack_sbuffer *report);

/* Tells a user's own persistd to end, and waits until it has. Another one, of
 * httpd, does not obey. */
int ctl_ask_stop(const char *instance);

typedef struct ctl_ordered {
    int result; /* enum wire_order_result */
    int fault;  /* wire_fault_t of a start that failed, or 0 */
    msgpack_sbuffer text;
} ctl_ordered_t;

/* Sends the order (enum wire_order_verb) and waits until it is carried out,
 * five minutes at most. The caller has initialised answer->text. */
int ctl_ask_order(const char *instance, int verb, const char *script,
                  ctl_ordered_t *answer);

#endif /* CTL_ASK_H */
