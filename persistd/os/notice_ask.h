/* SPDX-License-Identifier: Apache-2.0 */
/* notice_ask.h: the part of notice.h that runs in a looker. */

#ifndef NOTICE_ASK_H
#define NOTICE_ASK_H

/* Adds a watch for the directory. fd: from notice_open(). Returns the
 * directory's number, or -1 with errno. */
int notice_ask(int fd, const char *directory);

#endif /* NOTICE_ASK_H */
