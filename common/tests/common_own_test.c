/* SPDX-License-Identifier: Apache-2.0 */
/* common_own_test.c: where a user's own persistd has its directory. The
 * password file and stat(2) are ours here. */

#include "common_own.h"
#include "tap.h"

#include <errno.h>
#include <pwd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char home[] = "/srv/me";
static char services[64];
static mode_t home_mode, services_mode; /* 0: there is none */
static uid_t services_owner;

struct passwd *getpwuid(uid_t uid)
{
    static struct passwd user;
    user = (struct passwd){.pw_uid = uid, .pw_dir = home};
    return &user;
}

int stat(const char *restrict path, struct stat *restrict about)
{
    int is_home = strcmp(path, home) == 0;
    mode_t mode = is_home                       ? home_mode
                  : strcmp(path, services) == 0 ? services_mode
                                                : 0;
    *about = (struct stat){.st_mode = S_IFDIR | mode,
                           .st_uid = is_home ? geteuid() : services_owner};
    errno = ENOENT;
    return mode ? 0 : -1;
}

/* The home is looked up once in a process. */
static int is(const char *wanted)
{
    char path[4096];
    int status;
    pid_t child = fork();
    if (child == 0)
        _exit(common_own_directory(path, sizeof(path)) == 0 &&
              strcmp(path, wanted) == 0);
    return waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 1;
}

int main(void)
{
    char shared[64];
    snprintf(services, sizeof(services), "/var/lib/persist-%lu",
             (unsigned long)geteuid());
    snprintf(shared, sizeof(shared), "/tmp/persist-%lu",
             (unsigned long)geteuid());
    ok(is(shared), "without a home it is in /tmp");
    services_mode = 0700;
    services_owner = geteuid();
    ok(is(services), "unless root has made one in /var/lib");
    services_owner = geteuid() + 1;
    ok(is(shared), "for this user");
    services_owner = geteuid();
    services_mode = 0770;
    ok(is(shared), "to which nobody else can write");
    services_mode = 0700;
    home_mode = 0755;
    ok(is("/srv/me/.persistd"), "a home comes first");
    home_mode = 0775;
    ok(is(services), "if it is the user's alone");
    return done_testing();
}
