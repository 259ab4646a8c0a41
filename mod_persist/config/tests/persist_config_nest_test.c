/* SPDX-License-Identifier: Apache-2.0 */
/* persist_config_nest_test.c: which of two applications counts where one
 * section is inside of the other. */

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
    ok(!leaves("/srv/app/static/.htaccess"), "nor does static/");
    ok(!leaves("/srv/app/public/a/b/.htaccess"), "nor a folder in public/");
    return done_testing();
}
