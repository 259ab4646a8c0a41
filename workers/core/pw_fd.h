/* SPDX-License-Identifier: Apache-2.0 */
/* pw_fd.h: settings and checks of descriptors. All functions are bare system
 * calls and async-signal-safe, because the orphan watch's signal handler uses
 * them. Functions that return -1 leave the system call's errno. */

#ifndef PW_FD_H
#define PW_FD_H

/* Sets FD_CLOEXEC on fd. Returns 0 or -1. */
int pw_fd_cloexec(int fd);

/* Sets O_NONBLOCK on fd. Returns 0 or -1. */
int pw_fd_nonblock(int fd);

/* Makes a pipe with both ends non-blocking and closed on exec: fds[0] is for
 * reading, fds[1] for writing. Returns 0, or -1 with no descriptor open. */
int pw_fd_pipe(int fds[2]);

/* Accepts one connection from the listening socket listen_fd. Returns its
 * descriptor, which is closed on exec and blocks (a caller that must not wait
 * passes MSG_DONTWAIT with each call), or -1. */
int pw_fd_accept(int listen_fd);

/* Returns 1 if fd is a listening Unix socket, else 0. */
int pw_fd_is_listener(int fd);

/* Sets how many bytes may wait in the socket fd until the peer reads them. The
 * kernel treats the number as advice. Returns 0 or -1. */
int pw_fd_send_room(int fd, int bytes);

/* Returns 1 if a read or an accept on fd would not wait, else 0. */
int pw_fd_readable(int fd);

/* Returns 1 if the peer of fd has shut down its sending side or is gone, else
 * 0. */
int pw_fd_hung_up(int fd);

#endif /* PW_FD_H */
