/* SPDX-License-Identifier: Apache-2.0 */
/* persist_lend.c: puts kept files into r->htaccess, the list in which httpd
 * looks before it opens a .htaccess file (ap_parse_htaccess() in its
 * server/config.c). An element counts only for the directory and the
 * AllowOverride that it names, so one too many does no harm. */

#include "htaccess/persist_lend.h"
#include "htaccess/persist_figures.h"
#include "htaccess/persist_hold.h"
#include "htaccess/persist_store.h"

#include <apr_strings.h>
#include <http_request.h>
#include <string.h>

static void push(request_rec *r, const char *dir, const persist_kept_t *kept,
                 ap_conf_vector_t *conf)
{
    struct htaccess_result *result = apr_pcalloc(r->pool, sizeof(*result));
    result->dir = dir;
    result->override = kept->override;
    result->override_opts = kept->override_opts;
    result->htaccess = conf;
    result->next = r->htaccess;
    r->htaccess = result;
}

/* A subrequest sees the files as its main request saw them. */
static int is_known(const request_rec *r, const persist_kept_t *kept)
{
    const struct htaccess_result *result = r->htaccess;
    while (result && (result->override != kept->override ||
                      strcmp(result->dir, kept->dir) != 0))
        result = result->next;
    return result != NULL;
}

static int may_be_lent(const request_rec *r, const persist_kept_t *kept)
{
    if (is_known(r, kept))
        return 0;
    if (persist_kept_is_fresh(kept))
        return 1;
    persist_figures_add(PERSIST_FIGURE_STALE, 1);
    return 0;
}

/* Takes over the reference. Returns 1 if httpd need not read the file. */
static int lend(request_rec *r, persist_kept_t *kept)
{
    if (!may_be_lent(r, kept)) {
        persist_kept_give(kept);
        return 0;
    }
    if (persist_hold_add(r, kept) != 0)
        return 0;
    push(r, kept->dir, kept, kept->conf);
    return 1;
}

/* httpd takes a regular file for a directory, too, where symbolic links are
 * allowed: it opens FILE/.htaccess to find that it can't. This does core's stat
 * for it, and saves it the open. `in` is the directory of the file, so httpd
 * will spell the path just like this. */
static void spare_file(request_rec *r, const persist_kept_t *in)
{
    const char *name = r->filename + in->length;
    if (!*name || *name == '.' || strchr(name, '/'))
        return;
    if (r->finfo.filetype == APR_NOFILE &&
        ap_run_dirwalk_stat(&r->finfo, r, APR_FINFO_MIN) != APR_SUCCESS)
        r->finfo.filetype = APR_NOFILE;
    if (r->finfo.filetype == APR_REG)
        push(r, apr_pstrcat(r->pool, r->filename, "/", NULL), in, NULL);
}

static void lend_found(request_rec *r, persist_kept_t **found, unsigned count)
{
    unsigned lent = 0;
    const persist_kept_t *last = NULL;
    for (unsigned i = 0; i < count; i++) {
        last = lend(r, found[i]) ? found[i] : NULL;
        lent += last != NULL;
    }
    if (last)
        spare_file(r, last);
    persist_figures_add(PERSIST_FIGURE_LENT, lent);
}

int persist_lend(request_rec *r)
{
    persist_kept_t *found[PERSIST_STORE_DEPTH];
    if (persist_store_count() == 0 || !r->filename || r->filename[0] != '/')
        return DECLINED;
    unsigned count = persist_store_borrow(r->server, r->filename, found);
    if (count > 0)
        lend_found(r, found, count);
    return DECLINED;
}
