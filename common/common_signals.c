/* SPDX-License-Identifier: Apache-2.0 */
/* common_signals.c: by the kernel, as the C library refuses its own signals. */

#include "common_signals.h"

#include "common_system.h"

#include <signal.h>
#include <stddef.h>

#ifdef COMMON_LINUX
#include <sys/syscall.h>
#include <unistd.h>

#define SIGNALS 64

/* A structure of zeros is SIG_DFL, whatever its layout. */
void common_signals_default(void)
{
    static const char zeros[64];
    for (int number = 1; number <= SIGNALS; number++)
        syscall(SYS_rt_sigaction, number, zeros, NULL, SIGNALS / 8);
}

#else

void common_signals_default(void)
{
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL);
}

#endif
