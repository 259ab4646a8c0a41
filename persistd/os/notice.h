/* SPDX-License-Identifier: Apache-2.0 */
/* notice.h: changes in directories, as reported by the kernel. Adding a watch
 * may take as long as the file system likes, so lookers do that. Reports arrive
 * on the loop. notice_linux.c uses inotify. With notice_posix.c there are no
 * reports, and files are looked at more often. */

#ifndef NOTICE_H
#define NOTICE_H

#include <uv.h>

typedef struct notice notice_t;

/* The file with this name in the directory may have changed. NULL: any of them
 * may have. */
typedef void notice_fn(notice_t *notice, const char *name);

/* The listener puts this into its own record, zeroed. */
struct notice {
    notice_t *next; /* next listener for the same directory */
    notice_fn *heard;
    int number; /* valid while heard is set */
};

/* Call once. Returns the descriptor for the lookers, or -1; then they get some
 * other one. */
int notice_open(uv_loop_t *loop);

/* From now on calls fn for changes in the directory with this number, until
 * notice_leave(). If the directory goes away, fn is called a last time, with
 * notice->heard set to NULL. */
void notice_join(notice_t *notice, int number, notice_fn *fn);

/* Does nothing for a notice that has not joined. */
void notice_leave(notice_t *notice);

/* Removes the watches that have no listener. Call it only when no looker may
 * still return a number that is about to be joined. */
void notice_settle(void);

#endif /* NOTICE_H */
