/* SPDX-License-Identifier: Apache-2.0 */
/* new_venv.c: runs python3 and pip, whose output is the user's. */

#include "new/new_venv.h"

#include <limits.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int run(const char *const *words)
{
    int status;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        execvp(words[0], (char *const *)words);
        _exit(127);
    }
    if (child > 0 && waitpid(child, &status, 0) == child && status == 0)
        return 0;
    fprintf(stderr, "persistctl: %s failed\n", words[0]);
    return -1;
}

int new_venv_make(const char *folder)
{
    char venv[PATH_MAX + 8], pip[PATH_MAX + 16], list[PATH_MAX + 24];
    snprintf(venv, sizeof(venv), "%s/.venv", folder);
    snprintf(pip, sizeof(pip), "%s/.venv/bin/pip", folder);
    snprintf(list, sizeof(list), "%s/requirements.txt", folder);
    const char *make[] = {"python3", "-m", "venv", venv, NULL};
    const char *install[] = {pip, "install", "-r", list, NULL};
    if (access(list, R_OK) != 0)
        return 0;
    return run(make) == 0 && run(install) == 0 ? 0 : -1;
}
