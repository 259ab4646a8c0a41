/* SPDX-License-Identifier: Apache-2.0 */
/* persist_fate.h: what becomes of a lease. Pure. */

#ifndef PERSIST_FATE_H
#define PERSIST_FATE_H

/* What becomes of the lease when an exchange is over. */
typedef enum persist_fate {
    PERSIST_FATE_OPEN = 0,  /* it is not over */
    PERSIST_FATE_IDLE,      /* END has come: the worker can take the next one */
    PERSIST_FATE_FINISHING, /* END has come, the worker goes on working */
    PERSIST_FATE_CANCEL,    /* nobody wants its answer any more */
    PERSIST_FATE_BROKEN     /* dead, late or talking nonsense */
} persist_fate_t;

/* "idle", "finishing", … */
const char *persist_fate_text(persist_fate_t fate);

/* That of a worker which can't be reached, by the errno of
 * persist_connection_take(): IDLE when httpd lacks something itself, FINISHING
 * when the worker only has no time (persistd asks it), BROKEN when it is as
 * good as dead. */
persist_fate_t persist_fate_unreached(int error);

#endif /* PERSIST_FATE_H */
