/* SPDX-License-Identifier: Apache-2.0 */
/* persist_config_sections_test.c: which sections of a row count, in whatever
 * groups httpd merges them. A section is told by its PersistMaxBody. */

#include "config/persist_config_sections.h"
#include "tap.h"

#include <apr_general.h>
#include <apr_strings.h>

#define MANY 100000

static apr_pool_t *p;

/* A section of that .htaccess file, or of the server's configuration (NULL). */
static persist_sections_t *section(uint64_t name, const char *htaccess)
{
    persist_dir_config_t *own = apr_pcalloc(p, sizeof(*own));
    own->max_body = name;
    own->htaccess = htaccess;
    return persist_config_sections_begin(p, own);
}

/* One that has PersistApp for this folder (NULL: off, or a SetHandler). */
static persist_sections_t *app(uint64_t name, const char *htaccess,
                               const char *folder)
{
    persist_sections_t *made = section(name, htaccess);
    made->own->app = (persist_app_t){
        .set = 1,
        .folder = folder,
        .length = folder ? strlen(folder) : 0,
        .from = htaccess,
    };
    return made;
}

static const persist_sections_t *join(const persist_sections_t *outer,
                                      const persist_sections_t *inner)
{
    return persist_config_sections_join(p, outer, inner);
}

/* The names of those that count, outermost first, as digits of a number. */
static int counted(const persist_sections_t *sections)
{
    const persist_dir_config_t **list;
    size_t count = persist_config_sections_list(sections, p, &list);
    int names = 0;
    for (size_t i = 0; i < count; i++)
        names = names * 10 + (int)list[i]->max_body;
    return names;
}

static void test_folders(void)
{
    const persist_sections_t *site = section(1, "/srv/.htaccess");
    const persist_sections_t *a = app(2, "/srv/app/.htaccess", "/srv/app");
    const persist_sections_t *media = section(3, "/srv/app/media/.htaccess");
    const persist_sections_t *deep = section(4, "/srv/app/media/x/.htaccess");
    const persist_sections_t *url = join(join(join(site, a), media), deep);
    is_int(counted(media), 3, "a section alone counts");
    is_int(counted(join(site, media)), 13, "so do two without an application");
    is_int(counted(url), 12, "with one, those down to its folder count");
    ok(url->app == &a->own->app, "and it is the URL's");
    is_int(counted(join(url, section(5, NULL))), 125,
           "so does the server's configuration, below its folder as well");
}

static void test_leaving(void)
{
    const persist_sections_t *a = app(1, "/srv/app/.htaccess", "/srv/app");
    const persist_sections_t *mid = section(2, "/srv/app/mid/.htaccess");
    const char *file = "/srv/app/mid/in/.htaccess";
    const persist_sections_t *url = join(a, mid);
    is_int(counted(join(url, app(3, file, NULL))), 123,
           "a folder that leaves has all files on the way to it");
    is_int(counted(join(join(url, app(3, file, "/srv/app/mid/in")),
                        section(4, "/srv/app/mid/in/up/.htaccess"))),
           123, "so has an inner application, but none below its own folder");
    is_int(counted(join(url, app(3, NULL, NULL))), 123,
           "<Location> that leaves takes the folders' files along");
}

/* httpd merges the <Files> sections of all folders with each other, and then
 * all of these with those of the folders. */
static void test_groups(void)
{
    const persist_sections_t *a = app(1, "/srv/app/.htaccess", "/srv/app");
    const persist_sections_t *own = section(2, "/srv/app/.htaccess");
    const persist_sections_t *below = section(3, "/srv/app/media/.htaccess");
    const persist_sections_t *upload = section(4, "/srv/app/static/.htaccess");
    const persist_sections_t *servers = section(5, NULL);
    const persist_sections_t *files = join(join(own, below), servers);
    is_int(counted(files), 235, "a group alone");
    is_int(counted(join(a, files)), 125, "each of a group is judged by itself");
    is_int(counted(join(a, join(own, upload))), 12, "so is an upload");
    is_int(counted(join(join(a, upload), app(6, NULL, NULL))), 16,
           "which does not count outside of the application either");
    is_int(counted(files), 235, "what was merged stays as it was");
}

static void test_many(void)
{
    const persist_sections_t *files = section(0, "/srv/.htaccess");
    const persist_dir_config_t **list;
    for (int i = 1; i < MANY; i++)
        files = join(files, section(0, "/srv/.htaccess"));
    files = join(section(0, NULL), files);
    is_int((int)persist_config_sections_list(files, p, &list), MANY + 1,
           "a hundred thousand sections");
}

int main(void)
{
    if (apr_initialize() != APR_SUCCESS ||
        apr_pool_create(&p, NULL) != APR_SUCCESS)
        bail_out("no APR");
    test_folders();
    test_leaving();
    test_groups();
    test_many();
    apr_terminate();
    return done_testing();
}
