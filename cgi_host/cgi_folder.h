/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_folder.h: where the libraries of fork servers are: beside the host. */

#ifndef CGI_FOLDER_H
#define CGI_FOLDER_H

#include <limits.h>

#define CGI_LIBRARY "persist_fork_server.so"
#define CGI_LIBRARY_OF_INTERPRETERS "persist_fork_interpreter.so"

/* Finds the folder of this process's program, without a slash at its end. ""
 * where CGI_LIBRARY is not beside it. */
void cgi_folder_find(char folder[PATH_MAX]);

/* Makes the path of a file there. Returns 0, or -1: it is too long. */
int cgi_folder_path(const char *folder, const char *name, char path[PATH_MAX]);

#endif /* CGI_FOLDER_H */
