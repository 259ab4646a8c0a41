/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_start.c: without httpd there may be no persistd yet that could take an
 * order. persist-cgi starts it, as a request would. */

#include "ctl_start.h"
#include "ctl_file.h"
#include "ctl_front_door.h"
#include "ctl_order.h"

#include <errno.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Writes the path of NAME.cgi in the folder. Returns 1 if that lies there. */
static int has_beside(char path[PATH_MAX], const char *folder, int folder_len,
                      const char *name, int len)
{
    int size =
        snprintf(path, PATH_MAX, "%.*s%.*s.cgi", folder_len, folder, len, name);
    return size < PATH_MAX && access(path, X_OK) == 0;
}

/* The copy has the name of the script, or is the index of an application. */
static int has_copy(const char *script)
{
    char path[PATH_MAX];
    const char *slash = strrchr(script, '/');
    const char *name = slash ? slash + 1 : script;
    int folder = (int)(name - script);
    return has_beside(path, script, folder, name, (int)strcspn(name, ".")) ||
           has_beside(path, script, folder, "index", 5);
}

/* Returns what persist-cgi is to start: the script, or the application of the
 * folder, which it finds by its copy there. NULL: it has none to start. */
static const char *startable(const char *script, char path[PATH_MAX])
{
    char name[PATH_MAX];
    char *folder = ctl_file_folder(script);
    int is_folder = folder != NULL;
    int size = snprintf(name, sizeof(name), "%s/", is_folder ? folder : "");
    free(folder);
    if (!is_folder)
        return has_copy(script) ? script : NULL;
    return size < PATH_MAX && has_beside(path, name, size, "index", 5) ? path
                                                                       : NULL;
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
    char path[PATH_MAX];
    const char *script = options->script;
    const char *own =
        script && *script && geteuid() != 0 ? startable(script, path) : NULL;
    if (own && start_own(own) != 0)
        fprintf(stderr, "persistctl: persist-cgi could not start it\n");
    return ctl_order(options);
}
