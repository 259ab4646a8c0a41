/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_limit.c: getrlimit(2) and setrlimit(2). Without a limit that could be
 * read or set, all stays as it is. */

#include "cgi_limit.h"

#include <stddef.h>
#include <sys/resource.h>

#define OWN 256u /* of the host, and of stderr that is still heard */
#define EACH                                                                   \
    11u /* of a program: three pipes while it is started, and the              \
         * connections of several children of httpd */

static struct rlimit usual;
static int is_raised;

void cgi_limit_raise(unsigned programs)
{
    rlim_t needed = OWN + (rlim_t)EACH * programs;
    if (getrlimit(RLIMIT_NOFILE, &usual) != 0 || usual.rlim_cur >= needed)
        return;
    const struct rlimit raised = {
        needed < usual.rlim_max ? needed : usual.rlim_max, usual.rlim_max};
    is_raised = setrlimit(RLIMIT_NOFILE, &raised) == 0;
}

void cgi_limit_restore(void)
{
    if (is_raised)
        setrlimit(RLIMIT_NOFILE, &usual);
}

void cgi_limit_restore_in(pid_t pid)
{
    if (is_raised)
        prlimit(pid, RLIMIT_NOFILE, &usual, NULL);
}
