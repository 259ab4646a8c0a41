/* SPDX-License-Identifier: Apache-2.0 */
/* common_exec_error.c: reads the first bytes of the program, and checks the
 * permissions along its path. */

#include "common_exec_error.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define LINE_SIZE 256
#define LINKS_MAX 8

/* ---- the first line ---- */

/* Reads no more than the program's first line. Anything but a regular file
 * counts as empty, and is not waited for. */
static void read_line(const char *program, char line[LINE_SIZE])
{
    struct stat info;
    ssize_t got = -1;
    int fd = open(program, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd >= 0 && fstat(fd, &info) == 0 && S_ISREG(info.st_mode))
        got = read(fd, line, LINE_SIZE - 1);
    if (fd >= 0)
        close(fd);
    line[got > 0 ? got : 0] = '\0';
    line[strcspn(line, "\n")] = '\0';
}

/* Cuts the line down to the interpreter. Returns what follows it. */
static const char *cut_interpreter(char line[LINE_SIZE])
{
    char *name = line + 2 + strspn(line + 2, " \t");
    char *rest = name + strcspn(name, " \t\r");
    size_t len = (size_t)(rest - name);
    rest += strspn(rest, " \t");
    memmove(line, name, len);
    line[len] = '\0';
    return rest;
}

static int is_script(const char *line)
{
    return strncmp(line, "#!", 2) == 0;
}

static int has_windows_ends(const char *line)
{
    size_t len = strlen(line);
    return len > 0 && line[len - 1] == '\r';
}

/* With an option env splits its argument, and takes a carriage return for a
 * blank. */
int common_exec_error_is_certain(const char *program)
{
    char line[LINE_SIZE];
    read_line(program, line);
    if (!is_script(line) || !has_windows_ends(line))
        return 0;
    const char *argument = cut_interpreter(line);
    const char *name = strrchr(line, '/');
    return name && strcmp(name, "/env") == 0 && argument[0] != '-';
}

/* ---- permissions ---- */

static int is_denied(const char *path)
{
    return faccessat(AT_FDCWD, path, X_OK, AT_EACCESS) != 0 && errno == EACCES;
}

/* Returns 1 if a directory on the way to the path may not be searched. */
static int print_directory(const char *path)
{
    char part[PATH_MAX];
    for (const char *end = path; (end = strchr(end + 1, '/')) != NULL;) {
        int len = snprintf(part, sizeof(part), "%.*s", (int)(end - path), path);
        if (len < (int)sizeof(part) && is_denied(part)) {
            fprintf(stderr, ": directory %s may not be searched", part);
            return 1;
        }
    }
    return 0;
}

/* Puts the target of a link into the buffer, as a path. Returns 0 if the path
 * is no link, or the target is too long. */
static int read_target(const char *path, char target[PATH_MAX])
{
    const char *slash = strrchr(path, '/');
    char link[PATH_MAX];
    ssize_t len = readlink(path, link, sizeof(link) - 1);
    if (len <= 0)
        return 0;
    link[len] = '\0';
    int all = snprintf(target, PATH_MAX, "%.*s%s",
                       link[0] == '/' || !slash ? 0 : (int)(slash + 1 - path),
                       path, link);
    return all < PATH_MAX;
}

static void print_file(const char *path)
{
    struct stat info;
    struct statvfs mount;
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode))
        fprintf(stderr, ": directory %s may not be searched", path);
    else if (statvfs(path, &mount) == 0 && (mount.f_flag & ST_NOEXEC))
        fprintf(stderr, ": %s is on a file system that is mounted noexec",
                path);
    else
        fprintf(stderr, ": %s may not be executed: see its mode", path);
}

/* Returns 0 if nothing on the way to this path, or at its end, is denied. */
static int print_denied(const char *path)
{
    char at[PATH_MAX], target[PATH_MAX];
    if (snprintf(at, sizeof(at), "%s", path) >= (int)sizeof(at))
        return 0;
    for (int links = 0; links < LINKS_MAX; links++) {
        if (print_directory(at))
            return 1;
        if (!is_denied(at))
            return 0;
        if (!read_target(at, target))
            break;
        memcpy(at, target, sizeof(at));
    }
    print_file(at);
    return 1;
}

/* ---- the message ---- */

/* If the script exists, ENOENT refers to its interpreter. A program without an
 * interpreter has a dynamic loader in its place. */
static void print_missing(const char *program, const char *interpreter)
{
    if (access(program, F_OK) != 0)
        return;
    if (interpreter)
        fprintf(stderr, ": interpreter %s%s", interpreter,
                interpreter[0] == '/' ? "" : " has to be a whole path");
    else
        fputs(": its dynamic loader is not there; was it built for another "
              "system?",
              stderr);
}

static void print_no_format(const char *line)
{
    if (line[0] == 0x7f && strncmp(line + 1, "ELF", 3) == 0)
        fputs(": it was built for another kind of machine", stderr);
    else if (strncmp(line, "\xef\xbb\xbf#!", 5) == 0)
        fputs(": a byte order mark (UTF-8) stands before its #! line; save it "
              "without",
              stderr);
    else
        fputs(": it has no #! line", stderr);
}

/* After Windows line ends have been converted, another error may show. */
static void print_cause(const char *path, int error)
{
    char line[LINE_SIZE];
    read_line(path, line);
    int script = is_script(line);
    if (script && has_windows_ends(line)) {
        fputs(": the script has Windows line ends; dos2unix converts it",
              stderr);
        return;
    }
    if (error == ENOEXEC)
        print_no_format(line);
    if (script)
        cut_interpreter(line);
    if (error == ENOENT)
        print_missing(path, script ? line : NULL);
    if (error == EACCES && !print_denied(path) && script)
        print_denied(line);
}

void common_exec_error_print(const char *path, int error)
{
    fprintf(stderr, "%s: %s", path, strerror(error));
    print_cause(path, error);
    fputc('\n', stderr);
}
