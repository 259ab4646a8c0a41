/* SPDX-License-Identifier: Apache-2.0 */
/* new_cgi.c: the files of persist-cgi, and what README says of them. The folder
 * holds only what was just copied into it. */

#include "new/new_cgi.h"

#include "ctl_front_door.h"
#include "new/new_text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NEW (O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC)
#define DIRECTIVE "PersistApp "
#define LAST_LINE "Deploy: "

/* Only index.cgi answers: what the application does not send stays unseen. */
static const char access_file[] = "Options +ExecCGI\n"
                                  "AddHandler cgi-script .cgi\n"
                                  "<FilesMatch \"^(?!index\\.cgi$)\">\n"
                                  "    Require all denied\n"
                                  "</FilesMatch>\n";

/* "Require" needs AuthConfig. */
static const char deployment[] = LAST_LINE
    "  its URL ends in /index.cgi/; httpd's configuration needs there: "
    "AllowOverride FileInfo AuthConfig Options=ExecCGI; "
    "docs/recipes/cgi.md has other servers\n";

static int close_all(int from, int to, int result)
{
    int error = errno;
    close(from);
    if (to >= 0 && close(to) != 0 && result == 0)
        return -1;
    errno = error;
    return to >= 0 ? result : -1;
}

static int pour(int from, int to)
{
    char bytes[65536];
    ssize_t n;
    while ((n = read(from, bytes, sizeof(bytes))) > 0)
        if (write(to, bytes, (size_t)n) != n)
            return -1;
    return n < 0 ? -1 : fchmod(to, 0755);
}

static int copy_program(int folder)
{
    int from = open(ctl_front_door(), O_RDONLY | O_CLOEXEC);
    if (from < 0)
        return -1;
    int to = openat(folder, "index.cgi", NEW, 0600);
    return close_all(from, to, to >= 0 ? pour(from, to) : -1);
}

static int write_file(int folder, const char *name, const char *text,
                      size_t len)
{
    int fd = openat(folder, name, NEW, 0644);
    if (fd < 0)
        return -1;
    int failed = write(fd, text, len) != (ssize_t)len;
    return close(fd) == 0 && !failed ? 0 : -1;
}

/* Takes a template's file out of the folder, which may be another user's: a
 * FIFO in its place holds nobody up. */
static int take_file(int folder, const char *name, char *text, size_t size)
{
    int fd =
        openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    ssize_t n = fd >= 0 ? read(fd, text, size - 1) : -1;
    if (fd >= 0)
        close(fd);
    text[n > 0 ? n : 0] = '\0';
    return n < 0 ? -1 : unlinkat(folder, name, 0);
}

static int replace_access_file(int folder)
{
    char text[1024];
    if (take_file(folder, ".htaccess", text, sizeof(text)) != 0)
        return -1;
    const char *line = strstr(text, DIRECTIVE);
    errno = EINVAL;
    if (!line ||
        write_file(folder, ".persist", line, strcspn(line, "\n") + 1) != 0)
        return -1;
    return write_file(folder, ".htaccess", access_file,
                      sizeof(access_file) - 1);
}

static int replace_last_line(int folder)
{
    char text[NEW_TEXT_MAX + sizeof(deployment)];
    if (take_file(folder, "README", text, NEW_TEXT_MAX) != 0)
        return -1;
    char *line = strstr(text, LAST_LINE);
    memcpy(line ? line : text + strlen(text), deployment, sizeof(deployment));
    return write_file(folder, "README", text, strlen(text));
}

int new_cgi_make(int folder)
{
    return replace_access_file(folder) == 0 && replace_last_line(folder) == 0
               ? copy_program(folder)
               : -1;
}
