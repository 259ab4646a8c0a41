/* SPDX-License-Identifier: Apache-2.0 */
/* persist_fate.h: what happens to a lease when the exchange is over. Pure. */

#ifndef PERSIST_FATE_H
#define PERSIST_FATE_H

/* How an exchange ended. */
typedef enum persist_fate {
    PERSIST_FATE_OPEN = 0,  /* the exchange goes on */
    PERSIST_FATE_IDLE,      /* END has come: the worker can take the next one */
    PERSIST_FATE_FINISHING, /* END has come, the worker goes on working */
    PERSIST_FATE_DROPPED,   /* taken back before the worker has begun */
    PERSIST_FATE_CANCEL,    /* the answer is no longer wanted */
    PERSIST_FATE_BROKEN     /* dead, late, or breaks the protocol */
} persist_fate_t;

/* "idle", "finishing", … */
const char *persist_fate_text(persist_fate_t fate);

/* The fate for a worker that cannot be reached, by errno of
 * persist_connection_take(). IDLE: httpd itself lacks a resource. FINISHING:
 * the worker is only busy, so persistd probes it. BROKEN: the worker is as good
 * as dead. */
persist_fate_t persist_fate_unreached(int error);

#endif /* PERSIST_FATE_H */
