/* SPDX-License-Identifier: Apache-2.0 */
/* slots_sleep_linux.c: futexes between processes. They are used without the
 * PRIVATE flag, so that the kernel finds sleepers by the page and not by the
 * address. */

#include "slots_sleep.h"

#if SLOTS_SLEEP_FUTEX

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int slots_sleep(_Atomic uint32_t *word, uint32_t value, int64_t us)
{
    struct timespec left = {us / 1000000, us % 1000000 * 1000};
    return syscall(SYS_futex, word, FUTEX_WAIT, value, &left, NULL, 0) == 0
               ? 0
               : errno;
}

void slots_rouse(_Atomic uint32_t *word)
{
    syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

#endif
