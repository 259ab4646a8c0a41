/* SPDX-License-Identifier: Apache-2.0 */
/* persist_spawn_test.c: httpd's parent looks no names up when it starts a
 * persistd, which it may do at any moment. The functions that look names up are
 * this file's own. */

#include "lifecycle/persist_spawn.h"
#include "lifecycle/persist_user.h"
#include "tap.h"

#include <httpd.h>

#include <apr_general.h>
#include <pwd.h>
#include <sys/wait.h>
#include <unistd.h>
#include <unixd.h>

#define NOBODY 65534

unixd_config_rec ap_unixd_config = {.user_id = NOBODY, .group_id = NOBODY};

static int asked;
static int known = 1;

/* Replaces libc's. */
struct passwd *getpwuid(uid_t uid)
{
    static char name[] = "somebody";
    static struct passwd entry = {.pw_name = name};
    (void)uid;
    asked++;
    return known ? &entry : NULL;
}

static int run(apr_pool_t *p)
{
    const persist_spawn_t spawn = {.daemon = "/bin/true",
                                   .instance = "/nowhere",
                                   .user = persist_user_name()};
    int link, status;
    pid_t pid = persist_spawn_daemon(&spawn, &link, p);
    if (pid < 0 || waitpid(pid, &status, 0) != pid)
        bail_out("no process");
    close(link);
    return status;
}

int main(void)
{
    apr_pool_t *p;
    if (apr_initialize() != APR_SUCCESS ||
        apr_pool_create(&p, NULL) != APR_SUCCESS)
        bail_out("no APR");
    persist_user_look_up(p);
    is_str(persist_user_name(), "somebody", "the user has a name");
    is_int(run(p), 0, "a daemon is started");
    is_int(run(p), 0, "and another one");
    is_int(asked, 1, "who knows names is asked once");
    known = 0;
    persist_user_look_up(p);
    is_int(persist_user_name()[0], '#', "a user may have none");
    apr_pool_destroy(p);
    apr_terminate();
    return done_testing();
}
