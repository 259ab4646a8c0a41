/* SPDX-License-Identifier: Apache-2.0 */
/* venv.c: finds the environment, and sees in its links whether it can work. */

#include "venv.h"

#include "common_mend.h"
#include "common_venv.h"
#include "fail.h"
#include "words.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Where the environment is a link, another may be meant to be changed. */
static const char *mend(const common_venv_t *venv, const char *line)
{
    const char *name = strrchr(venv->path, '/');
    const common_mend_t mend = {
        words_print("%.*s", (int)(name - venv->path), venv->path), venv->path,
        NULL, ""};
    if (common_venv_is_elsewhere(venv))
        return words_print(COMMON_VENV_MEND, venv->path);
    return common_mend_line(&mend, line);
}

static const char *make_anew(const common_venv_t *venv)
{
    return mend(venv, "make it anew: python3 -m venv --clear @, then install "
                      "the packages into it");
}

static int is_there(const common_venv_t *venv, const char *path)
{
    struct stat info;
    if (lstat(path, &info) == 0)
        return 1;
    if (errno == EACCES)
        fail("user %s may not look into the virtual environment of %s: %s",
             fail_user(), path,
             mend(venv, "let it search the folders (chmod go+x) or give them "
                        "to its group"));
    return 0;
}

/* The Python that an environment belongs to may have been removed, or lie in
 * somebody's home directory. */
static void check_target(const common_venv_t *venv, const char *program)
{
    struct stat info;
    if (stat(program, &info) == 0)
        return;
    int error = errno;
    char link[256];
    ssize_t len = readlink(program, link, sizeof(link) - 1);
    link[len > 0 ? len : 0] = '\0';
    if (error == EACCES)
        fail("user %s may not reach %s, to which %s leads: make the virtual "
             "environment with a Python that all may run",
             fail_user(), link, program);
    fail("%s leads to %s, which is not there any more: %s", program, link,
         make_anew(venv));
}

/* "python3.13" of the path, or NULL if its name tells no version. */
static const char *version_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    if (strncmp(name, "python3.", 8) != 0 || !name[8])
        return NULL;
    return name[8 + strspn(name + 8, "0123456789")] ? NULL : name;
}

/* When the system gets a new Python the link leads to that, but the packages
 * remain in lib/ of the old one. */
static void check_version(const common_venv_t *venv, const char *program)
{
    const char *path = realpath(program, NULL);
    const char *name = path ? version_name(path) : NULL;
    const char *place = venv->place;
    if (name && !is_there(venv, words_print("%s/lib/%s", place, name)))
        fail("%s was made for another Python: its bin/python3 is %s now, and "
             "its lib has no %s: %s",
             place, name, name, make_anew(venv));
}

/* A folder of that name need not be an environment, but what a file leads to in
 * its place must be one. */
static const char *interpreter_in(const common_venv_t *venv)
{
    static const char *const names[] = {"python3", "python"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const char *program = words_print("%s/bin/%s", venv->place, names[i]);
        if (!is_there(venv, program))
            continue;
        check_target(venv, program);
        check_version(venv, program);
        return program;
    }
    if (common_venv_is_elsewhere(venv) ||
        is_there(venv, words_print("%s/pyvenv.cfg", venv->place)))
        fail("%s has no bin/python3: %s", venv->place, make_anew(venv));
    return NULL;
}

const char *venv_find(const char *folder, const common_language_t *language)
{
    common_venv_t venv;
    const char *found = NULL;
    for (size_t i = 0; !found && language->venvs[i]; i++) {
        const char *why = common_venv_find(folder, language->venvs[i], &venv);
        if (why)
            fail("%s %s", venv.path, why);
        found = interpreter_in(&venv);
    }
    return found;
}
