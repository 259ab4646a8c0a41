/* SPDX-License-Identifier: Apache-2.0 */
/* persist_refused.c: a parsed file may outlive its request only if all of its
 * directives are of modules that were read for this: they change nothing
 * outside of the file's own configuration when they are parsed, look at nothing
 * that may change later, and change nothing in it when a request is served.
 * Which modules these are, and why others are not:
 * docs/decisions/htaccess-at-the-price-of-a-stat.md */

#include "htaccess/persist_refused.h"
#include "htaccess/persist_feed.h"
#include "htaccess/persist_weight.h"

#include <apr_hash.h>
#include <apr_strings.h>
#include <string.h>

static const char *const known_modules[] = {
    "core.c",
    "mod_access_compat.c",
    "mod_alias.c",
    "mod_auth_basic.c",
    "mod_authn_anon.c",
    "mod_authn_core.c",
    "mod_authn_file.c",
    "mod_authz_core.c",
    "mod_authz_groupfile.c",
    "mod_authz_host.c",
    "mod_authz_user.c",
    "mod_autoindex.c",
    "mod_deflate.c",
    "mod_dir.c",
    "mod_env.c",
    "mod_expires.c",
    "mod_headers.c",
    "mod_mime.c",
    "mod_negotiation.c",
    "mod_persist.c",
    "mod_rewrite.c",
    "mod_setenvif.c",
    "mod_so.c",
    "mod_version.c",
    NULL,
};

/* Directives of these modules that act while they are parsed, or depend on more
 * than the file: on another file, or on what Define has set elsewhere. */
static const char *const acting[] = {
    "<iffile", "<ifdefine", "define", "undefine", "error", "warning", NULL,
};

/* Names of directives in small letters. Written by child_init only. */
static apr_hash_t *refused;

static int is_in(const char *const *list, const char *word)
{
    while (*list && strcmp(*list, word) != 0)
        list++;
    return *list != NULL;
}

static void look_at(const module *m, apr_pool_t *p)
{
    int known = is_in(known_modules, m->name);
    for (const command_rec *c = m->cmds; c && c->name; c++) {
        char *name = apr_pstrdup(p, c->name);
        ap_str_tolower(name);
        if (!known || is_in(acting, name))
            apr_hash_set(refused, name, APR_HASH_KEY_STRING, name);
    }
}

void persist_refused_child_init(apr_pool_t *p, server_rec *s)
{
    (void)s;
    refused = apr_hash_make(p);
    for (const module *m = ap_top_module; m; m = m->next)
        look_at(m, p);
}

/* Takes the first word of a line like httpd's parser: a section's name goes
 * without its '>'. */
static const char *name_of(const char *line, apr_pool_t *p)
{
    char *word = ap_getword_conf(p, &line);
    size_t length = strlen(word);
    if (length > 0 && word[length - 1] == '>')
        word[length - 1] = '\0';
    ap_str_tolower(word);
    return word;
}

/* line: as httpd joins it from several that end in a backslash. A variable of
 * httpd's configuration may be set by another .htaccess file. */
static const char *find_in_line(const char *line, size_t *weight, apr_pool_t *p)
{
    size_t more = persist_weight_of_line(line);
    if (more > PERSIST_TEXT_MAX - *weight)
        return "more than 16K with what {n} repeats";
    *weight += more;
    return strstr(line, "${")
               ? "${"
               : apr_hash_get(refused, name_of(line, p), APR_HASH_KEY_STRING);
}

/* A zero byte ends a line early for some of httpd's functions only. */
const char *persist_refused_find(const persist_text_t *text, size_t *weight,
                                 apr_pool_t *p)
{
    char line[HUGE_STRING_LEN];
    persist_text_t left = *text;
    const char *found = NULL;
    apr_status_t rv;
    ap_configfile_t *file = persist_feed_open(p, "", &left);
    *weight = 0;
    if (memchr(text->at, '\0', (size_t)(text->end - text->at)))
        return "a zero byte";
    while (!found &&
           (rv = ap_cfg_getline(line, sizeof(line), file)) == APR_SUCCESS)
        found = find_in_line(line, weight, p);
    if (found || rv == APR_EOF)
        return found;
    return "a line of more than 8191 bytes";
}
