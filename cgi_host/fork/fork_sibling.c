/* SPDX-License-Identifier: Apache-2.0 */
/* fork_sibling.c: a library that is preloaded into an interpreter which is a
 * fork server. There fork() makes a child of the host, as in the servers of
 * fork_server.c: the host alone reaps and signals it. In the child fork() is
 * the C library's again.
 *
 * The C library's handlers of pthread_atfork() are not called. The interpreter
 * has one thread when it forks, so no lock of the C library is held. */

#include "fork/fork_message.h"

#ifdef FORK_SUPPORTED

#include "fork/fork_system.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

typedef pid_t fork_t(void);

static int is_server;
static long host;

__attribute__((visibility("default"))) fork_t fork;

__attribute__((constructor)) static void look(void)
{
    is_server = getenv(FORK_VARIABLE) != NULL;
    host = fork_system_parent();
}

static pid_t fork_sibling(void)
{
    void *tid = NULL;
    long result = fork_system_tid_address(&tid);
    if (result == 0)
        result = fork_system_sibling(tid);
    if (result < 0) {
        errno = (int)-result;
        return -1;
    }
    return (pid_t)result;
}

static void begin(void)
{
    is_server = 0;
    fork_system_own_group();
    if (fork_system_die_with_parent() < 0 || fork_system_parent() != host)
        fork_system_exit(1);
}

pid_t fork(void)
{
    if (!is_server) {
        fork_t *usual = (fork_t *)dlsym(RTLD_NEXT, "fork");
        return usual ? usual() : -1;
    }
    pid_t pid = fork_sibling();
    if (pid == 0)
        begin();
    return pid;
}

#endif /* FORK_SUPPORTED */
