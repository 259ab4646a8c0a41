/* SPDX-License-Identifier: Apache-2.0 */
/* persist_feed.c: httpd parses the very bytes whose file's state is kept, and
 * not what the file may hold a moment later. */

#include "htaccess/persist_feed.h"

#include <http_core.h>
#include <string.h>

/* What this thread has httpd parse just now, else NULL. */
static _Thread_local persist_text_t *fed;

/* Both functions are as <http_config.h> asks for them. */
static apr_status_t get_char(char *c, void *param)
{
    persist_text_t *text = param;
    if (text->at == text->end)
        return APR_EOF;
    *c = *text->at++;
    return APR_SUCCESS;
}

static apr_status_t get_line(void *buffer, apr_size_t size, void *param)
{
    persist_text_t *text = param;
    size_t left = (size_t)(text->end - text->at);
    if (left == 0)
        return APR_EOF;
    const char *newline = memchr(text->at, '\n', left);
    size_t length = newline ? (size_t)(newline - text->at) + 1 : left;
    if (length > size - 1)
        length = size - 1;
    memcpy(buffer, text->at, length);
    ((char *)buffer)[length] = '\0';
    text->at += length;
    return APR_SUCCESS;
}

ap_configfile_t *persist_feed_open(apr_pool_t *p, const char *name,
                                   persist_text_t *text)
{
    return ap_pcfg_open_custom(p, name, text, get_char, get_line, NULL);
}

apr_status_t persist_feed_open_htaccess(request_rec *r, const char *dir,
                                        const char *name,
                                        ap_configfile_t **file,
                                        const char **full_name)
{
    if (!fed)
        return AP_DECLINED;
    *full_name = ap_make_full_path(r->pool, dir, name);
    *file = persist_feed_open(r->pool, *full_name, fed);
    return APR_SUCCESS;
}

/* With a copy of the request and its pool, cmd->pool is cmd->temp_pool, by
 * which httpd knows that it reads a .htaccess file. */
ap_conf_vector_t *persist_feed_parse(request_rec *r, const char *dir,
                                     int override, int override_opts,
                                     persist_text_t *text)
{
    const core_server_config *core =
        ap_get_core_module_config(r->server->module_config);
    ap_conf_vector_t *conf = NULL;
    fed = text;
    int status = ap_parse_htaccess(&conf, r, override, override_opts, NULL, dir,
                                   core->access_name);
    fed = NULL;
    return status == OK ? conf : NULL;
}
