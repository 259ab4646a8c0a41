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

static int is_same_file(const cgi_version_t *a, const cgi_version_t *b)
{
    return a->inode == b->inode && a->device == b->device;
}

int cgi_origin_is_compiled(const cgi_origin_t *origin)
{
    return is_same_file(&origin->elf, &origin->program);
}

int cgi_origin_is_interpreter(const cgi_origin_t *origin)
{
    return is_same_file(&origin->elf, &origin->interpreter);
}

/* A program in C is its own interpreter, and looked at already. */
static int is_still(const char *path, const cgi_version_t *version,
                    const char *program)
{
    return !path[0] || strcmp(path, program) == 0 ||
           cgi_version_is(version, path);
}

int cgi_origin_is(const cgi_origin_t *origin, const cgi_launch_t *launch)
{
    const char *program = cgi_command_script(launch->command);
    return cgi_version_is(&origin->program, program) &&
           cgi_version_is_directory(&origin->directory, launch->directory) &&
           is_still(origin->interpreter_path, &origin->interpreter, program) &&
           is_still(origin->elf_path, &origin->elf, program);
}
