/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_origin.c: versions of four files. */

#include "cgi_origin.h"

#include "cgi_command.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

void cgi_origin_note(cgi_origin_t *origin, const cgi_launch_t *launch)
{
    memset(origin, 0, sizeof(*origin));
    origin->program = cgi_version_of(cgi_command_script(launch->command));
    origin->directory = cgi_version_of_directory(launch->directory);
}

void cgi_origin_note_interpreter(cgi_origin_t *origin, const char *path)
{
    snprintf(origin->interpreter_path, PATH_MAX, "%s", path);
    origin->interpreter = cgi_version_of(origin->interpreter_path);
}

void cgi_origin_note_elf(cgi_origin_t *origin, pid_t server)
{
    char link[64];
    snprintf(link, sizeof(link), "/proc/%ld/exe", (long)server);
    ssize_t n = readlink(link, origin->elf_path, PATH_MAX - 1);
    origin->elf_path[n > 0 ? n : 0] = '\0';
    origin->elf = cgi_version_of(origin->elf_path);
}

int cgi_origin_is(const cgi_origin_t *origin, const cgi_launch_t *launch)
{
    return cgi_version_is(&origin->program,
                          cgi_command_script(launch->command)) &&
           cgi_version_is_directory(&origin->directory, launch->directory) &&
           cgi_version_is(&origin->interpreter, origin->interpreter_path) &&
           (!origin->elf_path[0] ||
            cgi_version_is(&origin->elf, origin->elf_path));
}
