/* SPDX-License-Identifier: Apache-2.0 */
/* notice.h: directories whose changes the kernel tells of. To ask it to may
 * take as long as the file system likes, so that is done by lookers; what it
 * tells is heard on the loop. notice_linux.c has inotify; where there is only
 * notice_posix.c nothing is told, and files are looked at more often. */

#ifndef NOTICE_H
#define NOTICE_H

#include <uv.h>

typedef struct notice notice_t;

/* A file of this name in the directory is not what it was; NULL: any. */
typedef void notice_fn(notice_t *notice, const char *name);

/* Part of the listener's own record. Starts zeroed. */
struct notice {
    notice_t *next; /* of the same number */
    notice_fn *heard;
    int number; /* only while heard is set */
};

/* Once. Returns the descriptor that lookers get, or -1 (then they get some
 * other one). */
int notice_open(uv_loop_t *loop);

/* Hears of the directory with this number from now on, until notice_leave(), or
 * until fn() is told of a directory that has gone: notice->heard is NULL
 * then. */
void notice_join(notice_t *notice, int number, notice_fn *fn);

/* One that has not joined is fine. */
void notice_leave(notice_t *notice);

/* No looker has been asked for a number that nobody has joined yet: those
 * without listeners are given back. */
void notice_settle(void);

#endif /* NOTICE_H */
