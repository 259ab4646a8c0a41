/* SPDX-License-Identifier: Apache-2.0 */
/* persist_static.h: the files of an application's folder that httpd itself
 * sends: those below static/ and public/, and no others. */

#ifndef PERSIST_STATIC_H
#define PERSIST_STATIC_H

#include "config/persist_config.h"

/* True if a segment of the path begins with a dot, but for .well-known as the
 * first one of public/. `path` is that below the folder, with its slash. */
int persist_static_is_hidden(const char *path);

/* True if a path without links is in the folder, without dot names. */
int persist_static_holds(const char *folder, const char *path);

/* If the request is GET, HEAD or OPTIONS for a regular file below static/ or
 * public/, without dot names, and inside of that folder also behind symbolic
 * links: returns the folder, without links. Otherwise NULL. r->filename must be
 * below the application's folder. */
const char *persist_static_find(const request_rec *r, const persist_app_t *app);

/* Notes that httpd sends the file, which is in `folder`, and that nothing in it
 * may run; and returns the folder that was noted, or NULL. The note follows the
 * request through a fast redirect. */
void persist_static_note(request_rec *r, const char *folder);
const char *persist_static_noted(const request_rec *r);

/* Sends it, by httpd's own handler; and returns whether that is so. A rule may
 * have led a noted request elsewhere. */
void persist_static_send(request_rec *r);
int persist_static_is_sent(const request_rec *r);

#endif /* PERSIST_STATIC_H */
