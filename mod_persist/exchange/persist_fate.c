/* SPDX-License-Identifier: Apache-2.0 */
/* persist_fate.c: what becomes of a lease. Pure. */

#include "exchange/persist_fate.h"

#include <errno.h>

persist_fate_t persist_fate_unreached(int error)
{
    switch (error) {
    case EMFILE:
    case ENFILE:
    case ENOMEM:
    case ENOBUFS:
        return PERSIST_FATE_IDLE;
    case EAGAIN: /* its backlog is full */
    case EBUSY:  /* another thread of ours speaks with it */
        return PERSIST_FATE_FINISHING;
    default:
        return PERSIST_FATE_BROKEN;
    }
}

const char *persist_fate_text(persist_fate_t fate)
{
    static const char *const texts[] = {"open", "idle", "finishing", "cancel",
                                        "broken"};
    return texts[fate];
}
