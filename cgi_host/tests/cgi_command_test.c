/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_command_test.c: the parts of a command. */

#include "cgi_command.h"
#include "tap.h"

static const char *directory_of(const char *path, size_t size)
{
    static char directory[16];
    cgi_command_directory(path, directory, size);
    return directory;
}

int main(void)
{
    char *const command[] = {"/bin/sh", "-x", "/srv/a.sh", NULL};
    is_int(cgi_command_count(command), 3, "three words");
    is_str(cgi_command_script(command), "/srv/a.sh", "the last is the program");
    is_str(cgi_command_name("/srv/a.sh"), "a.sh", "its name");
    is_str(cgi_command_name("a.sh"), "a.sh", "which may be all");
    is_str(directory_of("/srv/a.sh", 16), "/srv/", "its directory");
    is_str(directory_of("/a.sh", 16), "/", "may be the root");
    is_str(directory_of("a.sh", 16), "", "or none");
    is_str(directory_of("/srv/a.sh", 6), "/srv/", "as long as there is room");
    is_str(directory_of("/srv/a.sh", 5), "", "and no longer");
    return done_testing();
}
