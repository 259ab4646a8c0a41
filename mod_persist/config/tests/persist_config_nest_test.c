/* SPDX-License-Identifier: Apache-2.0 */
/* persist_config_nest_test.c: which of two applications counts where one
 * section is inside of the other, and whose settings count for it. */

#include "config/persist_config_nest.h"
#include "tap.h"

#define APP(path, file)                                                        \
    {                                                                          \
        .set = 1, .folder = path, .length = sizeof(path) - 1, .from = file     \
    }

static const persist_app_t app = APP("/srv/app", "/srv/app/.htaccess");

/* Whether a .htaccess file (NULL: the server's configuration) leaves it. */
static int leaves(const char *from)
{
    const persist_app_t off = {.set = 1, .from = from};
    return persist_config_nest(&app, &off) == &off;
}

static int counts(const char *htaccess)
{
    return persist_config_nest_counts(&app, htaccess);
}

static int is_upload(const char *htaccess)
{
    return persist_config_nest_is_upload(&app, htaccess);
}

int main(void)
{
    const persist_app_t unset = {.set = 0};
    const persist_app_t inner = APP("/srv/app/wiki", "/srv/app/wiki/.htaccess");
    ok(persist_config_nest(&app, &unset) == &app, "it holds below the folder");
    ok(persist_config_nest(&unset, &app) == &app, "a first one is set");
    ok(persist_config_nest(&app, &inner) == &inner, "an inner one wins");
    ok(leaves(NULL), "the server's configuration leaves it");
    ok(leaves("/srv/app/.htaccess.htaccess"), "so do its own <Files>");
    ok(leaves("/srv/app/sub/.htaccess"), "and a folder below");
    ok(leaves("/srv/app/static2/.htaccess"), "and one with a similar name");
    ok(!leaves("/srv/.htaccess"), "<Files> of a folder above do not");
    ok(!leaves("/srv/apple/.htaccess"), "nor those of another folder");
    ok(is_upload("/srv/app/static/.htaccess"), "static/ may have uploads");
    ok(is_upload("/srv/app/public/a/b/.htaccess"), "so may public/");
    ok(!is_upload("/srv/app/.htaccess"), "the folder itself has none");
    ok(!is_upload("/srv/app/static2/.htaccess"), "nor has a similar name");
    ok(!is_upload(NULL), "nor is the server's configuration one");
    ok(!persist_config_nest_is_upload(&unset, "/srv/app/static/.htaccess"),
       "without an application there is no such folder");
    ok(counts(NULL), "settings of the server's configuration count");
    ok(counts("/.htaccess"), "so do those of all folders above");
    ok(counts("/srv/app/.htaccess"), "and of the folder itself");
    ok(counts("/srv/apple/x/.htaccess"), "and of another one");
    ok(!counts("/srv/app/media/.htaccess"), "but not those of a folder below");
    ok(!counts("/srv/app/media/deep/.htaccess"), "nor of one below that");
    ok(persist_config_nest_counts(&unset, "/srv/app/media/.htaccess"),
       "without an application all count");
    return done_testing();
}
