/* SPDX-License-Identifier: Apache-2.0 */
/* persist_entry.c: the file of a folder that is its application. */

#include "app/persist_entry.h"

#include "common_apps.h"

#include <apr_file_info.h>
#include <apr_strings.h>
#include <string.h>

static const char *const module_forms[] = {".py", "/__init__.py"};

/* The file of module a.b is a/b.py, or a/b/__init__.py. */
static const char *module_file(const char *object, size_t index, apr_pool_t *p)
{
    if (index >= sizeof(module_forms) / sizeof(*module_forms))
        return NULL;
    char *path = apr_pstrmemdup(p, object, strcspn(object, ":"));
    for (char *dot = path; (dot = strchr(dot, '.'));)
        *dot = '/';
    return apr_pstrcat(p, path, module_forms[index], NULL);
}

/* The name to try at this index, relative to the folder; NULL: none is left. */
static const char *candidate(const persist_app_t *app, size_t index,
                             apr_pool_t *p)
{
    if (app->file)
        return index == 0 ? app->file : NULL;
    if (app->object)
        return module_file(app->object, index, p);
    const common_app_t *convention = common_app_convention(index);
    return convention ? convention->name : NULL;
}

const char *persist_entry_find(const persist_app_t *app, apr_pool_t *p,
                               apr_finfo_t *finfo)
{
    const char *name;
    for (size_t i = 0; (name = candidate(app, i, p)); i++) {
        const char *path = apr_pstrcat(p, app->folder, "/", name, NULL);
        if (apr_stat(finfo, path, APR_FINFO_NORM, p) == APR_SUCCESS &&
            finfo->filetype == APR_REG)
            return path;
    }
    return NULL;
}

const char *persist_entry_names(const persist_app_t *app, apr_pool_t *p)
{
    const char *name, *names = candidate(app, 0, p);
    for (size_t i = 1; (name = candidate(app, i, p)); i++)
        names = apr_pstrcat(p, names, ", ", name, NULL);
    return names;
}
