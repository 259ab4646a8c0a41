/* SPDX-License-Identifier: Apache-2.0 */
/* persist_fate.c: what happens to a lease when the exchange is over. Pure. */

#include "exchange/persist_fate.h"

#include <errno.h>

persist_fate_t persist_fate_unreached(int error)
{
    switch (error) {
    case EMFILE:
    case ENFILE:
    case ENOMEM:
    case ENOBUFS:
    case ETOOMANYREFS: /* descriptors that are under way */
        return PERSIST_FATE_IDLE;
    case EAGAIN: /* the worker's backlog is full */
    case EBUSY:  /* another thread of this child uses the connection */
        return PERSIST_FATE_FINISHING;
    default:
        return PERSIST_FATE_BROKEN;
    }
}

const char *persist_fate_text(persist_fate_t fate)
{
    static const char *const texts[] = {"open",    "idle",   "finishing",
                                        "dropped", "cancel", "broken"};
    return texts[fate];
}
