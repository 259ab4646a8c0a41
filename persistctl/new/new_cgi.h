/* SPDX-License-Identifier: Apache-2.0 */
/* new_cgi.h: a new folder for a server without mod_persist. */

#ifndef NEW_CGI_H
#define NEW_CGI_H

/* Makes index.cgi, a copy of persist-cgi, and .persist, with the PersistApp of
 * the folder's .htaccess. That file gets what httpd needs for CGI programs, and
 * the last line of README what it must allow. Returns 0, or -1 with errno. */
int new_cgi_make(int folder);

#endif /* NEW_CGI_H */
