/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_stray.c: reads what /proc lists. The list may leave out a child while
 * others are reaped, which only this thread does. */

#include "cgi_stray.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#define CHILDREN "/proc/thread-self/children"

pid_t cgi_stray_find(int (*is_known)(pid_t pid))
{
    long pid = 0;
    int found = 0;
    FILE *list = fopen(CHILDREN, "re");
    if (!list)
        return -1;
    while (!found && fscanf(list, "%ld", &pid) == 1)
        found = !is_known((pid_t)pid);
    fclose(list);
    if (found)
        setpgid((pid_t)pid, (pid_t)pid);
    return found ? (pid_t)pid : 0;
}
