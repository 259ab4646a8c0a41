/* SPDX-License-Identifier: Apache-2.0 */
/* notice_posix.c: notice.h without reports. Elsewhere a watch takes an open
 * descriptor of the directory, and persistd must not wait for an open(). */

#include "common_system.h"

#ifndef COMMON_LINUX

#include "os/notice.h"

int notice_open(uv_loop_t *loop)
{
    (void)loop;
    return -1;
}

void notice_join(notice_t *notice, int number, notice_fn *fn)
{
    notice->number = number;
    notice->heard = fn;
}

void notice_leave(notice_t *notice)
{
    notice->heard = NULL;
}

void notice_settle(void)
{
}

#endif /* not COMMON_LINUX */
