/* SPDX-License-Identifier: Apache-2.0 */
/* persist_config_sections.c: the sections and .htaccess files that hold for a
 * request, in httpd's order, and which of them count. A .htaccess file may have
 * thousands of <Files> sections, so nothing here calls itself, and no merge
 * costs more than the sections that it adds. */

#include "config/persist_config_sections.h"
#include "config/persist_config_nest.h"

persist_sections_t *persist_config_sections_begin(apr_pool_t *p,
                                                  persist_dir_config_t *own)
{
    persist_sections_t *sections = apr_palloc(p, sizeof(*sections));
    *sections = (persist_sections_t){own, NULL, 1, &own->app};
    return sections;
}

static const persist_sections_t *add(persist_sections_t *place,
                                     const persist_sections_t *outer,
                                     persist_dir_config_t *own)
{
    if (persist_config_nest_is_upload(outer->app, own->htaccess))
        return outer;
    *place = (persist_sections_t){
        .own = own,
        .outer = outer,
        .count = outer->count + 1,
        .app = persist_config_nest(outer->app, &own->app),
    };
    return place;
}

/* The inner row is copied, as it belongs to other requests, too. */
const persist_sections_t *
persist_config_sections_join(apr_pool_t *p, const persist_sections_t *outer,
                             const persist_sections_t *inner)
{
    size_t count = inner->count;
    persist_sections_t *places = apr_palloc(p, count * sizeof(*places));
    for (size_t i = count; i-- > 0; inner = inner->outer)
        places[i].own = inner->own;
    for (size_t i = 0; i < count; i++)
        outer = add(&places[i], outer, places[i].own);
    return outer;
}

size_t persist_config_sections_list(const persist_sections_t *sections,
                                    apr_pool_t *p,
                                    const persist_dir_config_t ***list)
{
    const persist_app_t *app = sections->app;
    size_t count = sections->count, first = count;
    const persist_dir_config_t **all = apr_palloc(p, count * sizeof(*all));
    for (; sections; sections = sections->outer)
        if (persist_config_nest_counts(app, sections->own->htaccess))
            all[--first] = sections->own;
    *list = all + first;
    return count - first;
}
