/* SPDX-License-Identifier: Apache-2.0 */
/* persist_fate_test.c: which workers are given up if they cannot be reached. */

#include "exchange/persist_fate.h"
#include "tap.h"

#include <errno.h>

int main(void)
{
    is_int(persist_fate_unreached(ENOENT), PERSIST_FATE_BROKEN,
           "a worker without a socket is given up");
    is_int(persist_fate_unreached(ECONNREFUSED), PERSIST_FATE_BROKEN,
           "so is one that does not listen");
    is_int(persist_fate_unreached(EPERM), PERSIST_FATE_BROKEN,
           "and one that is somebody else");
    is_int(persist_fate_unreached(EAGAIN), PERSIST_FATE_FINISHING,
           "one that has no time for more is asked");
    is_int(persist_fate_unreached(EBUSY), PERSIST_FATE_FINISHING,
           "so is one that another thread speaks with");
    is_int(persist_fate_unreached(EMFILE), PERSIST_FATE_IDLE,
           "one that httpd has no descriptor for is not to blame");
    is_int(persist_fate_unreached(ENFILE), PERSIST_FATE_IDLE,
           "nor when the system has none");
    is_int(persist_fate_unreached(ENOMEM), PERSIST_FATE_IDLE,
           "nor when there is no memory");
    is_int(persist_fate_unreached(ETOOMANYREFS), PERSIST_FATE_IDLE,
           "nor that its descriptors are under way");
    is_int(persist_fate_unreached(ENOBUFS), PERSIST_FATE_IDLE,
           "nor for buffers");
    return done_testing();
}
