/* SPDX-License-Identifier: Apache-2.0 */
/* door_variables.h: the CGI variables of the request, out of the environment.
 */

#ifndef DOOR_VARIABLES_H
#define DOOR_VARIABLES_H

#include "wire_frame.h"

#include <stdint.h>

/* The PATH where the server has none: of persistd, workers and CGI programs. */
#define DOOR_VARIABLES_PATH "/usr/local/bin:/usr/bin:/bin"

/* Makes the variables of REQUEST from the environment that the server has made:
 * all that have a name, but HTTP_PROXY, which a client can set, and what a
 * worker has of its own (PATH, LD_*). is_cgi: of a program of PersistMode cgi
 * they are the whole environment, so these stay, and there is a PATH.
 * SCRIPT_FILENAME becomes the script. Returns 0, or the wire_fault_t of a
 * request with too many bytes. */
int door_variables_make(char **environment, const char *script, int is_cgi,
                        wire_bytes_t *variables);

/* Sets SCRIPT_NAME and PATH_INFO for PersistMount, in the environment: a script
 * that runs as a plain CGI program gets them from there. PATH_TRANSLATED goes,
 * which was another PATH_INFO's. Returns 0, or -1 with errno.
 *
 * Does nothing without PersistMount. The server's values stand where it has
 * split the path itself, where door_mount_split() finds no path, and for an
 * error page (REDIRECT_STATUS), unless a rule of httpd has led there from
 * another URL (REDIRECT_URL). If it has no PATH_INFO, that becomes empty:
 * applications expect one. */
int door_variables_mount(const char *mount);

/* An input filter of the server (mod_deflate's) decodes a body that has a
 * coding, and leaves CONTENT_LENGTH as it was. So a body with a coding becomes
 * one in chunks in the environment: its end tells its length. Returns 1, 0 for
 * a body without a coding, or -1 with errno. */
int door_variables_doubt_length(void);

/* The body has been read to its end: sets CONTENT_LENGTH in the environment,
 * unless the server has, and removes HTTP_TRANSFER_ENCODING, since there are no
 * chunks any more. Returns 0, or -1 with errno. */
int door_variables_measure(uint64_t length);

/* A variable's value, or "" if it is not there. */
const char *door_variables_get(const char *name);

#endif /* DOOR_VARIABLES_H */
