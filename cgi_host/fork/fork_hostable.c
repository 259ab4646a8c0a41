/* SPDX-License-Identifier: Apache-2.0 */
/* fork_hostable.c: looks for all that keeps the loader from preloading the
 * library, and the library from being called. */

#include "fork/fork_hostable.h"

#include "fork/fork_message.h"

#ifdef FORK_SUPPORTED

#include "fork/fork_elf.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#define LINE_SIZE 256 /* of a script, which the kernel reads */
#define NESTED_MAX 4

/* This process is run by the same loader, if by any: read once. */
static const fork_elf_t *own_program(void)
{
    static fork_elf_t own;
    static int is_read;
    if (!is_read) {
        int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
        if (fd < 0 || !fork_elf_open(&own, fd))
            own.loader[0] = '\0';
        if (fd >= 0)
            close(fd);
        own.fd = -1;
        is_read = 1;
    }
    return &own;
}

/* ---- each file ---- */

/* The loader ignores LD_PRELOAD if a program gets more rights by its file. */
static const char *judge_rights(int fd)
{
    struct stat info;
    if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode))
        return "is not a regular file";
    if (info.st_mode & (S_ISUID | S_ISGID))
        return "is setuid or setgid";
    if (fgetxattr(fd, "security.capability", NULL, 0) >= 0)
        return "has capabilities";
    if (errno != ENODATA && errno != ENOTSUP)
        return "may have capabilities";
    return NULL;
}

static const char *judge_elf(int fd)
{
    const fork_elf_t *own = own_program();
    fork_elf_t elf;
    if (!fork_elf_open(&elf, fd))
        return "is not an ELF program of this kind of machine";
    if (!own->loader[0])
        return "has a host that is statically linked";
    if (!elf.loader[0])
        return "is statically linked";
    if (elf.head.e_machine != own->head.e_machine ||
        strcmp(elf.loader, own->loader) != 0)
        return "has another dynamic loader than its host";
    if (!fork_elf_imports(&elf, "__libc_start_main"))
        return "does not start by the C library's __libc_start_main";
    return NULL;
}

/* ---- scripts ---- */

/* Cuts the first line down to the interpreter, as the kernel does. Returns
 * NULL if its name is not whole. */
static char *cut_interpreter(char line[LINE_SIZE])
{
    char *name = line + 2 + strspn(line + 2, " \t");
    size_t len = strcspn(name, " \t\n");
    if (len == 0 || name + len >= line + LINE_SIZE)
        return NULL;
    name[len] = '\0';
    return name;
}

/* env would stop before its own main(), not before that of what it runs. */
static const char *judge_interpreter(const char *name)
{
    if (!name)
        return "has a #! line without an interpreter";
    if (name[0] != '/')
        return "has an interpreter that is not a whole path";
    if (strcmp(strrchr(name, '/'), "/env") == 0)
        return "has its interpreter looked for by env at each start";
    return NULL;
}

/* Returns a reason; or NULL, with an empty `path` at the end of the chain, or
 * the next interpreter in it. */
static const char *judge(int fd, char path[LINE_SIZE])
{
    char line[LINE_SIZE + 1] = "";
    const char *why = judge_rights(fd);
    path[0] = '\0';
    if (why)
        return why;
    if (pread(fd, line, LINE_SIZE, 0) < 2)
        return "cannot be read";
    if (strncmp(line, "#!", 2) != 0)
        return judge_elf(fd);
    const char *name = cut_interpreter(line);
    why = judge_interpreter(name);
    if (!why)
        memcpy(path, name, strlen(name) + 1);
    return why;
}

static const char *judge_chain(const char *path)
{
    char next[LINE_SIZE];
    const char *why = NULL;
    for (int nested = 0; !why && nested <= NESTED_MAX; nested++) {
        int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
        if (fd < 0)
            return "cannot be read";
        why = judge(fd, next);
        close(fd);
        if (!why && !next[0])
            return NULL;
        path = next;
    }
    return why ? why : "has too many nested interpreters";
}

int fork_hostable(const char *path, const char **why)
{
    *why = judge_chain(path);
    return !*why;
}

#else

int fork_hostable(const char *path, const char **why)
{
    (void)path;
    *why = "is on a system that fork servers are not written for";
    return 0;
}

#endif /* FORK_SUPPORTED */
