/* SPDX-License-Identifier: Apache-2.0 */
/* persist_exec.c: persist-exec FILES DIRECTORY PROGRAM ARGUMENT…: runs in the
 * worker's process before the script's interpreter. persistd has set up the
 * process group, signals and descriptors 0 to 3. */

#include "common_descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define LISTEN_FD 3 /* WIRE_LISTEN_FD */
#define BACKLOG 511
#define EXEC_STATUS 126 /* BOOT_EXEC_STATUS */
#define LINE_SIZE 256

/* Undoes persistd's own raise of the limit of open files. */
static void restore_limit(const char *text)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return;
    files.rlim_cur = strtoull(text, NULL, 10);
    setrlimit(RLIMIT_NOFILE, &files);
}

/* Reads the interpreter from the program's first line. Returns 0 if there is
 * none. */
static int read_interpreter(const char *program, char line[LINE_SIZE])
{
    FILE *file = fopen(program, "re");
    if (!file)
        return 0;
    int found = fgets(line, LINE_SIZE, file) && strncmp(line, "#!", 2) == 0;
    fclose(file);
    if (!found)
        return 0;
    char *name = line + 2 + strspn(line + 2, " \t");
    name[strcspn(name, " \t\n")] = '\0';
    memmove(line, name, strlen(name) + 1);
    return line[0] != '\0';
}

/* If the script exists, "No such file" refers to its interpreter. */
static void print_error(const char *program, int error)
{
    char line[LINE_SIZE];
    fprintf(stderr, "%s: %s", program, strerror(error));
    if (error == ENOENT && access(program, F_OK) == 0 &&
        read_interpreter(program, line))
        fprintf(stderr, ": interpreter %s%s", line,
                strchr(line, '\r') ? " (the script has Windows line ends)"
                                   : "");
    if (error == ENOEXEC)
        fputs(": it has no #! line", stderr);
    fputc('\n', stderr);
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fputs("usage: persist-exec FILES DIRECTORY PROGRAM [ARGUMENT...]\n",
              stderr);
        return EXEC_STATUS;
    }
    umask(022);
    common_close_above(LISTEN_FD);
    restore_limit(argv[1]);
    /* From now on SO_PEERCRED shows this process to those that connect. */
    if (listen(LISTEN_FD, BACKLOG) != 0) {
        print_error("listen", errno);
        return EXEC_STATUS;
    }
    if (chdir(argv[2]) != 0) {
        print_error(argv[2], errno);
        return EXEC_STATUS;
    }
    /* not execvp(), which runs a file without a #! line by /bin/sh */
    execv(argv[3], argv + 3);
    print_error(argv[3], errno);
    return EXEC_STATUS;
}
