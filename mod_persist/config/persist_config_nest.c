/* SPDX-License-Identifier: Apache-2.0 */
/* persist_config_nest.c: which of two applications counts where one section is
 * inside of the other, and whose settings count for it. Pure. */

#include "config/persist_config_nest.h"

#include <string.h>

/* True for a path below the application's folder. */
static int is_of(const persist_app_t *app, const char *path)
{
    return strncmp(path, app->folder, app->length) == 0 &&
           path[app->length] == '/';
}

static int begins(const char *path, const char *start)
{
    return strncmp(path, start, strlen(start)) == 0;
}

const persist_app_t *persist_config_nest(const persist_app_t *outer,
                                         const persist_app_t *inner)
{
    if (!inner->set)
        return outer;
    if (outer->folder && inner->from && !is_of(outer, inner->from))
        return outer;
    return inner;
}

int persist_config_nest_is_upload(const persist_app_t *outer,
                                  const char *htaccess)
{
    if (!outer->folder || !htaccess || !is_of(outer, htaccess))
        return 0;
    const char *rest = htaccess + outer->length;
    return begins(rest, "/static/") || begins(rest, "/public/");
}

/* Its own file, and those of folders above, are no deeper than the folder. */
int persist_config_nest_counts(const persist_app_t *app, const char *htaccess)
{
    return !app->folder || !htaccess || !is_of(app, htaccess) ||
           !strchr(htaccess + app->length + 1, '/');
}
