/* SPDX-License-Identifier: Apache-2.0 */
/* common_apps_test.c: the order of discovery, and what names mean. */

#include "common_apps.h"
#include "tap.h"

static void test_order(void)
{
    static const char *const names[] = {
        "app.wsgi",  "wsgi.py",   "asgi.py",     "passenger_wsgi.py",
        "config.ru", "app.py",    "main.py",     "application.py",
        "app.js",    "server.js", "package.json"};
    size_t count = sizeof(names) / sizeof(names[0]);
    for (size_t i = 0; i < count; i++)
        is_str(common_app_convention(i)->name, names[i], names[i]);
    ok(!common_app_convention(count), "and no more");
    ok(!common_app_convention(SIZE_MAX), "however far");
}

static void test_languages(void)
{
    static const struct {
        const char *path, *language, *interface;
    } cases[] = {
        {"app.wsgi", "Python", "WSGI"},
        {"/srv/site/wsgi.py", "Python", "WSGI"},
        {"/srv/site/asgi.py", "Python", "ASGI"},
        {"/srv/hgweb.wsgi", "Python", "WSGI"},
        {"/srv/a.b/live.asgi", "Python", "ASGI"},
        {"config.ru", "Ruby", "Rack"},
        {"/srv/other.ru", "Ruby", "Rack"},
        {"/srv/config.ru/main.py", "Python", ""},
        {"/srv/.wsgi", "Python", "WSGI"},
        {"/srv/app.py", "Python", ""},
        {"/srv/app.js", "Node.js", ""},
        {"/srv/package.json", "Node.js", ""},
        {"/srv/bin/www.mjs", "Node.js", ""},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const common_app_t *app = common_app_find(cases[i].path);
        is_str(app ? app->language->name : "none", cases[i].language,
               cases[i].path);
        is_str(app && app->interface ? app->interface : "", cases[i].interface,
               "its interface");
    }
}

static void test_venvs(void)
{
    const common_language_t *python = common_app_find("app.wsgi")->language;
    is_str(python->venvs[0], ".venv", "of the three names");
    is_str(python->venvs[1], "venv", "the hidden one comes first");
    is_str(python->venvs[2], "env", "the least telling one comes last");
    ok(!python->venvs[3], "and no more");
    ok(!common_app_find("config.ru")->language->venvs[0], "Ruby has none");
}

static void test_unknown(void)
{
    static const char *const paths[] = {
        "",         "/",          "app",       "/srv/app.wsgi/", "app.php",
        "app.WSGI", "/srv/a.py/", "app.wsgi~", "/srv/a.py/main", "app.py3",
        "x.json"};
    for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
        is_str(common_app_find(paths[i]) ? paths[i] : "", "",
               "nothing is known of it");
}

static void test_loaded(void)
{
    ok(common_app_is_loaded("/srv/site/wsgi.py"), "a name of the table");
    ok(common_app_is_loaded("config.ru"), "without a folder");
    ok(!common_app_is_loaded("/srv/site/main.py"), "one of any interface");
    ok(!common_app_is_loaded("/srv/site/other.py"), "another name");
    ok(!common_app_is_loaded("/srv/wsgi.py/main.py"), "a folder's name");
    ok(!common_app_is_loaded("/srv/hg.wsgi"), "an extension alone");
}

static void test_code_extensions(void)
{
    is_str(common_app_code_extension("/srv/a.b/app.py"), ".py", "its own");
    is_str(common_app_code_extension("/srv/package.json"), ".js",
           "package.json leads to a .js");
    ok(!common_app_code_extension("/srv/a.b/www"), "or none");
}

static void test_script_extensions(void)
{
    ok(common_app_is_script_extension(".wsgi"), ".wsgi");
    ok(common_app_is_script_extension(".asgi"), ".asgi");
    ok(common_app_is_script_extension(".ru"), ".ru");
    ok(common_app_is_script_extension(".lua"), ".lua");
    ok(!common_app_is_script_extension(".py"), "a .py starts itself");
    ok(!common_app_is_script_extension(".js"), "so does a .js");
    ok(!common_app_is_script_extension(".php"), "no other");
}

static void test_extensions(void)
{
    size_t count = 0;
    for (const common_app_t *app; (app = common_app_extension(count)); count++)
        ok(common_app_find(app->name) == app, app->name);
    is_int(count, 9, "all extensions");
}

int main(void)
{
    test_order();
    test_languages();
    test_venvs();
    test_unknown();
    test_loaded();
    test_code_extensions();
    test_script_extensions();
    test_extensions();
    return done_testing();
}
