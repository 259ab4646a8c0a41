/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_home_test.c: users' directories, by UserDir. */

#include "doctor/doctor_home.h"
#include "tap.h"

#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

static char place[] = "/tmp/dhXXXXXX";
static doctor_home_t home;

static int find(const char *pattern, const char *folder)
{
    char whole[256], path[256];
    snprintf(whole, sizeof(whole), "%s%s", pattern[0] == '/' ? place : "",
             pattern);
    snprintf(path, sizeof(path), "%s%s", place, folder);
    return doctor_home_find(&home, whole, path);
}

static void test_paths(void)
{
    is_int(find("/homes/*/www", "/homes/ann/www/shop"), 0,
           "a path with a star");
    is_str(home.user, "ann", "names the user");
    ok(strcmp(home.directory + strlen(place), "/homes/ann/www") == 0,
       "and the directory");
    is_int(find("/homes", "/homes/ann/shop"), 0, "a path without one");
    ok(strcmp(home.directory + strlen(place), "/homes/ann") == 0,
       "has the users' directories in it");
    is_int(find("/link/*/www", "/homes/ann/www"), 0, "a path over a link");
    is_int(find("/none", "/homes/ann"), -1, "one that is not there");
    is_int(find("/homes", "/other/ann"), -1, "or another one has none");
    is_int(find("/homes", "/homes"), -1, "nor has their own folder");
}

static void test_owner(void)
{
    const struct passwd *user = getpwuid(geteuid());
    if (!user) {
        ok(1, "we have no name # SKIP");
        return;
    }
    is_int(find("public_html", "/homes"), 0, "a name is below the home");
    is_str(home.user, user->pw_name, "of the folder's owner");
}

int main(void)
{
    if (!mkdtemp(place) || chdir(place) != 0 || mkdir("homes", 0700) != 0 ||
        symlink("homes", "link") != 0)
        bail_out("no directory");
    test_paths();
    test_owner();
    unlink("link");
    rmdir("homes");
    rmdir(place);
    return done_testing();
}
