/* SPDX-License-Identifier: Apache-2.0 */
/* env_file.c: opens and checks the file, then sets what it says. Secrets are in
 * it, so a message names lines and variables, and no values. */

#include "env_file.h"

#include "common_mend.h"
#include "dotenv.h"
#include "fail.h"
#include "words.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define OTHERS (S_IRWXO)
#define RESERVED "PERSIST_"
/* The file's path, by which the SDK has persistd watch it. */
#define WATCHED_VARIABLE "PERSIST_ENV_FILE"

/* The rights that the file needs, as commands. */
static const char *commands(const char *path, const char *folder)
{
    const common_mend_t mend = {folder, path, fail_user(), ""};
    return common_mend_line(&mend, "chmod o= @ && setfacl -m u:%:r @ (or chmod "
                                   "640, and chgrp to that user's group)");
}

/* Returns -1 if there is no file. Anything else than a file is not waited for.
 */
static int open_file(const char *path, const char *folder, struct stat *info)
{
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0 && (errno == ENOENT || errno == ENOTDIR))
        return -1;
    if (fd < 0 && errno == EACCES)
        fail("user %s may not read %s: %s", fail_user(), path,
             commands(path, folder));
    if (fd < 0 || fstat(fd, info) != 0)
        fail("%s: %s", path, strerror(errno));
    if (!S_ISDIR(info->st_mode))
        return fd;
    close(fd);
    return -1;
}

/* The group's bits may be the mask of an ACL, which says nothing of the group.
 */
static void check(const char *path, const struct stat *info, const char *folder)
{
    struct stat above;
    if (!S_ISREG(info->st_mode))
        fail("%s is no regular file", path);
    if (info->st_mode & OTHERS)
        fail("others may read or write %s (mode %04o), so it is not used: %s",
             path, (unsigned)info->st_mode & 07777, commands(path, folder));
    if (info->st_uid == geteuid() || info->st_uid == 0)
        return;
    if (stat(folder, &above) != 0 || above.st_uid != info->st_uid)
        fail("%s belongs to user id %lu, and %s does not: it is not used", path,
             (unsigned long)info->st_uid, folder);
}

/* Whatever fstat has said, no more is read than there is room for. */
static void read_file(int fd, const char *path, char text[ENV_FILE_MAX + 1])
{
    size_t len = 0;
    ssize_t got;
    while ((got = read(fd, text + len, ENV_FILE_MAX + 1 - len)) > 0)
        len += (size_t)got;
    if (got < 0)
        fail("%s: %s", path, strerror(errno));
    if (len > ENV_FILE_MAX)
        fail("%s is larger than %d bytes", path, ENV_FILE_MAX);
    if (memchr(text, '\0', len))
        fail("%s holds a NUL byte", path);
    text[len] = '\0';
}

static void set(const char *name, const char *value)
{
    if (setenv(name, value, 1) != 0)
        fail("no memory");
}

static int is_among(char *const *names, const char *name)
{
    for (; names && *names; names++)
        if (strcmp(*names, name) == 0)
            return 1;
    return 0;
}

/* Of two lines for one name the last counts, as everywhere else, but none
 * counts against what was set before the file. */
static void set_variable(char ***ours, const dotenv_t *env)
{
    int again = is_among(*ours, env->name);
    if (!again && getenv(env->name))
        return;
    if (!again)
        words_add(ours, env->name);
    set(env->name, env->value);
}

static void set_variables(const char *path, char *text)
{
    dotenv_t env;
    char **ours = NULL;
    int got;
    dotenv_open(&env, text);
    while ((got = dotenv_next(&env)) == 1) {
        if (strncmp(env.name, RESERVED, strlen(RESERVED)) == 0)
            fail("%s, line %u: %s: names that begin with " RESERVED
                 " are mod_persist's own: use its directives",
                 path, env.line, env.name);
        set_variable(&ours, &env);
    }
    if (got < 0)
        fail("%s, line %u: %s", path, env.line, env.error);
}

void env_file_load(const char *folder)
{
    static char text[ENV_FILE_MAX + 1];
    const char *path = words_print("%s/.env", folder);
    struct stat info;
    int fd = open_file(path, folder, &info);
    set(WATCHED_VARIABLE, path); /* one that is made later counts, too */
    if (fd < 0)
        return;
    check(path, &info, folder);
    read_file(fd, path, text);
    close(fd);
    set_variables(path, text);
}
