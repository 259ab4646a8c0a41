/* SPDX-License-Identifier: Apache-2.0 */
/* common_system.h: which of two implementations of a file is compiled.
 *
 * Files named *_linux.c and *_epoll.c use what only Linux has; *_posix.c and
 * *_poll.c do the same with what every POSIX system has. Linux takes the first,
 * unless configure --enable-portable defines PERSIST_PORTABLE: then it takes
 * the second, so that they can be tested here.
 */

#ifndef COMMON_SYSTEM_H
#define COMMON_SYSTEM_H

#if defined(__linux__) && !defined(PERSIST_PORTABLE)
#define COMMON_LINUX 1
#endif

#endif /* COMMON_SYSTEM_H */
