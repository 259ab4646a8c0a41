/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_start.c: without httpd there may be no persistd yet that could take an
 * order. persist-cgi starts it, as a request would. */

#include "ctl_start.h"
#include "ctl_front_door.h"
#include "ctl_order.h"

#include <errno.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* True if this file lies in the script's folder. */
static int has_beside(const char *script, int folder, const char *name, int len)
{
    char path[PATH_MAX];
    int size =
        snprintf(path, sizeof(path), "%.*s%.*s.cgi", folder, script, len, name);
    return size < (int)sizeof(path) && access(path, X_OK) == 0;
}

/* The copy has the name of the script, or is the index of an application. */
static int has_copy(const char *script)
{
    const char *slash = strrchr(script, '/');
    const char *name = slash ? slash + 1 : script;
    int folder = (int)(name - script);
    return has_beside(script, folder, name, (int)strcspn(name, ".")) ||
           has_beside(script, folder, "index", 5);
}

/* persist-cgi says itself what fails. */
static int start_own(const char *script)
{
    char *const words[] = {(char *)"persist-cgi", (char *)"--start",
                           strdup(script), NULL};
    pid_t pid;
    int status;
    if (!words[2] ||
        posix_spawn(&pid, ctl_front_door(), NULL, NULL, words, environ) != 0)
        return -1;
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return status == 0 ? 0 : -1;
}

/* root has no persistd of its own. What lies beside the script may be another
 * program, and httpd's persistd have the script: it gets the order all the
 * same.
 */
int ctl_start(const ctl_options_t *options)
{
    const char *script = options->script;
    if (script && *script && geteuid() != 0 && has_copy(script) &&
        start_own(script) != 0)
        fprintf(stderr, "persistctl: persist-cgi could not start it\n");
    return ctl_order(options);
}
