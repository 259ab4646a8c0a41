/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_front_door.c: a build that is not installed has it elsewhere. In the
 * folder of programs that were copied to a host (scripts/static) it lies beside
 * this one. */

#include "ctl_front_door.h"

#include "persist_build.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PROGRAM "/persist-cgi"

/* Returns the path of persist-cgi beside this program, or NULL. */
static const char *beside(void)
{
    static char path[PATH_MAX + sizeof(PROGRAM)];
    ssize_t len = readlink("/proc/self/exe", path, PATH_MAX - 1);
    if (len <= 0)
        return NULL;
    path[len] = '\0';
    memcpy(strrchr(path, '/'), PROGRAM, sizeof(PROGRAM));
    return access(path, X_OK) == 0 ? path : NULL;
}

const char *ctl_front_door(void)
{
    const char *other = getenv("PERSIST_CGI");
    if (!other)
        other = beside();
    return other ? other : PERSIST_LIBEXECDIR PROGRAM;
}
