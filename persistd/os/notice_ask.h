/* SPDX-License-Identifier: Apache-2.0 */
/* notice_ask.h: the half of notice.h that lookers have. */

#ifndef NOTICE_ASK_H
#define NOTICE_ASK_H

/* Has the kernel tell of the directory from now on. fd: of notice_open().
 * Returns the directory's number, or -1. */
int notice_ask(int fd, const char *directory);

#endif /* NOTICE_ASK_H */
