/* SPDX-License-Identifier: Apache-2.0 */
/* persist_config_nest.c: which of two applications counts where one section is
 * inside of the other. Pure. */

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

/* <Files> sections of all folders count after the folders, also those of a
 * folder above. They were written for scripts that lie about. */
static int may_leave(const persist_app_t *app, const char *from)
{
    if (!is_of(app, from))
        return 0;
    const char *rest = from + app->length;
    return !begins(rest, "/static/") && !begins(rest, "/public/");
}

const persist_app_t *persist_config_nest(const persist_app_t *outer,
                                         const persist_app_t *inner)
{
    if (!inner->set)
        return outer;
    if (outer->folder && inner->from && !may_leave(outer, inner->from))
        return outer;
    return inner;
}
