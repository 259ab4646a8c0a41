/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_command.c: looks at arrays of strings. */

#include "cgi_command.h"

#include <string.h>

size_t cgi_command_count(char *const *strings)
{
    size_t n = 0;
    while (strings[n])
        n++;
    return n;
}

const char *cgi_command_script(char *const *command)
{
    return command[cgi_command_count(command) - 1];
}

void cgi_command_directory(const char *path, char *directory, size_t size)
{
    size_t n = (size_t)(cgi_command_name(path) - path);
    n = n < size ? n : 0;
    memcpy(directory, path, n);
    directory[n] = '\0';
}

const char *cgi_command_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

const char *cgi_command_block(char *const *strings, size_t *size)
{
    size_t n = cgi_command_count(strings);
    *size = 0;
    if (n > 0) {
        const char *last = strings[n - 1];
        *size = (size_t)(last - strings[0]) + strlen(last) + 1;
    }
    return strings[0];
}
