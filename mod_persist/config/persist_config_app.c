/* SPDX-License-Identifier: Apache-2.0 */
/* persist_config_app.c: PersistApp, and what SetHandler means for it.
 * Why: docs/decisions/a-folder-is-an-application.md */

#include "config/persist_config_app.h"
#include "config/persist_config_read.h"
#include "wire_fault.h"

#include <apr_fnmatch.h>
#include <apr_lib.h>
#include <apr_strings.h>
#include <http_core.h>
#include <string.h>

#define HANDLER "persist-app"
#define WANT                                                                   \
    "auto, off, a file below the folder without \"..\", for example "          \
    "app.wsgi, or module:name, for example shop.wsgi:application"

/* The folder of <Directory ~ …> and <DirectoryMatch> is unknown. */
static int is_regular_expression(const ap_directive_t *section)
{
    for (; section; section = section->parent)
        if (ap_cstr_casecmp(section->directive, "<DirectoryMatch") == 0 ||
            (ap_cstr_casecmp(section->directive, "<Directory") == 0 &&
             section->args && *section->args == '~'))
            return 1;
    return 0;
}

/* cmd->path is the folder with its slash in .htaccess and <Directory>, and
 * something else or NULL in other places. */
static int names_a_folder(const cmd_parms *cmd)
{
    return cmd->path && cmd->path[0] == '/' && cmd->path[1] &&
           !apr_fnmatch_test(cmd->path) &&
           !is_regular_expression(cmd->directive);
}

static const char *set_folder(cmd_parms *cmd, persist_app_t *app)
{
    const char *error =
        ap_check_cmd_context(cmd, NOT_IN_FILES | NOT_IN_LOCATION);
    if (error)
        return error;
    if (!names_a_folder(cmd))
        return apr_psprintf(cmd->pool,
                            "PERSIST%d: %s makes a folder an application: put "
                            "it into the .htaccess of that folder, or into its "
                            "<Directory> without a pattern",
                            WIRE_FAULT_DIRECTIVE, cmd->cmd->name);
    app->length = strlen(cmd->path);
    while (app->length > 1 && cmd->path[app->length - 1] == '/')
        app->length--;
    app->folder = apr_pstrmemdup(cmd->pool, cmd->path, app->length);
    return NULL;
}

static int is_name(const char *text, size_t length)
{
    if (length == 0 || apr_isdigit(*text))
        return 0;
    for (size_t i = 0; i < length; i++)
        if (!apr_isalnum(text[i]) && text[i] != '_')
            return 0;
    return 1;
}

/* True for names with dots between them. */
static int is_dotted(const char *text, size_t length)
{
    const char *end = text + length, *dot;
    for (; (dot = memchr(text, '.', (size_t)(end - text))); text = dot + 1)
        if (!is_name(text, (size_t)(dot - text)))
            return 0;
    return is_name(text, (size_t)(end - text));
}

static int goes_up(const char *path)
{
    for (const char *at = path; (at = strstr(at, "..")); at += 2)
        if ((at == path || at[-1] == '/') && (!at[2] || at[2] == '/'))
            return 1;
    return 0;
}

/* "module:name", or "module:name()" for a function that makes it. */
static const char *set_object(cmd_parms *cmd, persist_app_t *app,
                              const char *word, const char *colon)
{
    size_t length = strlen(colon + 1);
    if (length > 2 && strcmp(colon + length - 1, "()") == 0)
        length -= 2;
    if (!is_dotted(word, (size_t)(colon - word)) ||
        !is_dotted(colon + 1, length))
        return persist_config_read_wrong(cmd, word, WANT);
    app->object = word;
    return NULL;
}

/* The file is made canonical, so that it can be found in a URL. */
static const char *set_file(cmd_parms *cmd, persist_app_t *app,
                            const char *word)
{
    char *path;
    if (goes_up(word) ||
        apr_filepath_merge(&path, "", word, APR_FILEPATH_NOTABSOLUTE,
                           cmd->pool) != APR_SUCCESS ||
        !*path || path[strlen(path) - 1] == '/')
        return persist_config_read_wrong(cmd, word, WANT);
    app->file = path;
    return NULL;
}

/* Begins a setting of this section in the place of an earlier one. */
static persist_app_t *begin(const cmd_parms *cmd, void *dir)
{
    persist_dir_config_t *config = persist_config_section(cmd, dir);
    config->app = (persist_app_t){.set = 1, .from = config->htaccess};
    return &config->app;
}

const char *persist_config_app_set(cmd_parms *cmd, void *dir, const char *word)
{
    persist_app_t *app = begin(cmd, dir);
    const char *colon = strchr(word, ':');
    if (ap_cstr_casecmp(word, "off") == 0)
        return ap_check_cmd_context(cmd, NOT_IN_FILES | NOT_IN_LOCATION);
    const char *error = set_folder(cmd, app);
    if (error || ap_cstr_casecmp(word, "auto") == 0)
        return error;
    return colon ? set_object(cmd, app, word, colon) : set_file(cmd, app, word);
}

/* True for an expression with the handler's name. httpd takes some for the name
 * of a handler that nobody has, and would send every file. */
static int names_it_in_part(const char *handler)
{
    return strstr(handler, HANDLER) && ap_cstr_casecmp(handler, HANDLER) != 0;
}

const char *persist_config_app_handler(cmd_parms *cmd, void *dir,
                                       const char *handler)
{
    const persist_dir_config_t *config = persist_config_section(cmd, dir);
    if (names_it_in_part(handler))
        return persist_config_read_wrong(cmd, handler, "PersistApp auto");
    if (ap_cstr_casecmp(handler, HANDLER) == 0)
        return config->app.folder ? NULL : set_folder(cmd, begin(cmd, dir));
    if (!ap_check_cmd_context(cmd, NOT_IN_FILES) ||
        ap_check_cmd_context(cmd, NOT_IN_HTACCESS))
        begin(cmd, dir);
    return NULL;
}
