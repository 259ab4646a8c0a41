/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_folder.c: asks /proc. */

#include "cgi_folder.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

int cgi_folder_path(const char *folder, const char *name, char path[PATH_MAX])
{
    int n = snprintf(path, PATH_MAX, "%s/%s", folder, name);
    return n < PATH_MAX ? 0 : -1;
}

void cgi_folder_find(char folder[PATH_MAX])
{
    char library[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", folder, PATH_MAX - 1);
    folder[n > 0 ? n : 0] = '\0';
    char *slash = strrchr(folder, '/');
    if (slash)
        *slash = '\0';
    if (!slash || cgi_folder_path(folder, CGI_LIBRARY, library) != 0 ||
        access(library, R_OK) != 0)
        folder[0] = '\0';
}
