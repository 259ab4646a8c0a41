/* SPDX-License-Identifier: Apache-2.0 */
/* persist_guard.h: sees that httpd opens the static file that was looked at. */

#ifndef PERSIST_GUARD_H
#define PERSIST_GUARD_H

#include <httpd.h>

/* Lets the request send no file from outside of `folder`, a path without links
 * that lives as long as the request. Where /proc is not mounted the file is
 * sent without this check. */
void persist_guard_add(request_rec *r, const char *folder);

void persist_guard_register(void);

#endif /* PERSIST_GUARD_H */
