/* SPDX-License-Identifier: Apache-2.0 */
/* common_umask.h: the process's umask, which workers get from the server. */

#ifndef COMMON_UMASK_H
#define COMMON_UMASK_H

#include <sys/types.h>

/* Returns the umask. Call it while the process has one thread: umask(2) tells
 * it by a change, and other threads would make closed files meanwhile. */
mode_t common_umask(void);

#endif /* COMMON_UMASK_H */
