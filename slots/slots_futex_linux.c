/* SPDX-License-Identifier: Apache-2.0 */
/* slots_futex_linux.c: futexes between processes, so without the PRIVATE flag:
 * the kernel finds sleepers by the page, not by the address. */

#include "slots_futex.h"

#if SLOTS_FUTEX_LINUX

#include "slots_table.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int futex_sleep(_Atomic uint32_t *word, uint32_t seen, int64_t us)
{
    struct timespec left = {us / 1000000, us % 1000000 * 1000};

    return syscall(SYS_futex, word, FUTEX_WAIT, seen, &left, NULL, 0) == 0
               ? 0
               : errno;
}

int slots_futex_wait(_Atomic uint32_t *word, uint32_t seen,
                     uint32_t milliseconds)
{
    int64_t now = slots_now_us();
    int64_t end = now + (int64_t)milliseconds * 1000;
    int error = ETIMEDOUT;

    for (; now < end; now = slots_now_us()) {
        error = futex_sleep(word, seen, end - now);
        if (error != EINTR)
            return error == ETIMEDOUT;
    }
    return atomic_load(word) == seen;
}

void slots_futex_wake(_Atomic uint32_t *word)
{
    atomic_fetch_add(word, 1);
    syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

#endif
