/* SPDX-License-Identifier: Apache-2.0 */
/* persist_learn.c: reads and parses a .htaccess file once more, this time for
 * keeps. The request's own copy dies with the request. */

#include "htaccess/persist_learn.h"
#include "htaccess/persist_ability.h"
#include "htaccess/persist_feed.h"
#include "htaccess/persist_figures.h"
#include "htaccess/persist_hold.h"
#include "htaccess/persist_local.h"
#include "htaccess/persist_refused.h"
#include "htaccess/persist_store.h"
#include "htaccess/persist_text.h"

#include <http_log.h>
#include <http_main.h>
#include <pthread.h>
#include <string.h>

APLOG_USE_MODULE(persist);

/* For how long nobody looks at a refused file again. */
#define REFUSED_SPAN apr_time_from_sec(10)

/* Whoever finds it taken goes on without learning. */
static pthread_mutex_t learning = PTHREAD_MUTEX_INITIALIZER;

/* httpd has looked for a .htaccess file below a file, too; most often below the
 * requested one. */
static int is_directory(const char *dir)
{
    struct stat st;
    return stat(dir, &st) == 0 && S_ISDIR(st.st_mode);
}

static int is_requested(const request_rec *r, const char *dir)
{
    size_t length = strlen(r->filename);
    return r->finfo.filetype == APR_REG &&
           strncmp(dir, r->filename, length) == 0 &&
           strcmp(dir + length, "/") == 0;
}

/* Another request may have learnt it, or found out that it is not to be. */
static int is_settled(const request_rec *r,
                      const struct htaccess_result *result)
{
    persist_kept_t *kept = persist_store_get(r->server, result->dir);
    if (!kept)
        return 0;
    int settled =
        kept->kind == PERSIST_KEPT_REFUSED
            ? apr_time_now() < kept->again
            : kept->override == result->override && persist_kept_is_fresh(kept);
    persist_kept_give(kept);
    return settled;
}

/* Makes an entry that only stops others from trying. */
static persist_kept_t *refuse(const request_rec *r, persist_kept_t *kept,
                              const char *why)
{
    ap_log_rerror(APLOG_MARK, APLOG_DEBUG, 0, r,
                  "PersistHtaccessCache does not keep %s: %s", kept->path, why);
    kept->kind = PERSIST_KEPT_REFUSED;
    kept->again = apr_time_now() + REFUSED_SPAN;
    persist_figures_add(PERSIST_FIGURE_REFUSED, 1);
    return kept;
}

/* The parser gets a copy of the request, because it leaves its results in it:
 * they must not be freed with the request, nor seen by it. */
static persist_kept_t *parse(const request_rec *r, persist_kept_t *kept,
                             persist_text_t *text)
{
    request_rec copy = *r;
    size_t weight;
    const char *word = persist_refused_find(text, &weight, r->pool);
    if (word)
        return refuse(r, kept, word);
    if (persist_kept_weigh(kept, weight) != 0)
        return NULL;
    copy.pool = kept->pool;
    copy.htaccess = NULL;
    copy.notes = apr_table_make(kept->pool, 1);
    kept->conf = persist_feed_parse(&copy, kept->dir, kept->override,
                                    kept->override_opts, text);
    if (!kept->conf)
        return refuse(r, kept, "it has an error");
    kept->kind = PERSIST_KEPT_FILE;
    return kept;
}

/* Returns what is to be kept, or NULL: try again at the next request. */
static persist_kept_t *read_file(const request_rec *r, persist_kept_t *kept)
{
    persist_text_t text;
    if (!is_directory(kept->dir))
        return NULL;
    if (!persist_local_is(kept->dir))
        return refuse(r, kept, "its file system is not a local one");
    switch (persist_text_read(kept->path, r->pool, &text, &kept->stat)) {
    case PERSIST_TEXT_READ:
        return parse(r, kept, &text);
    case PERSIST_TEXT_ABSENT:
        return kept;
    case PERSIST_TEXT_UNSETTLED:
        return NULL;
    case PERSIST_TEXT_UNFIT:
        break;
    }
    return refuse(r, kept, "it is not a readable local file of at most 16K");
}

static void learn(const request_rec *r, const struct htaccess_result *result,
                  const char *name)
{
    persist_kept_t *kept = persist_kept_make(r->server, result->dir, name);
    if (!kept)
        return;
    kept->override = result->override;
    kept->override_opts = result->override_opts;
    if (!read_file(r, kept)) {
        persist_kept_give(kept);
        return;
    }
    if (kept->kind != PERSIST_KEPT_REFUSED)
        persist_figures_add(PERSIST_FIGURE_KEPT, 1);
    persist_figures_add(PERSIST_FIGURE_EVICTED, persist_store_put(kept));
    persist_figures_set_entries(persist_store_count());
}

/* Some modules for virtual hosts give each request a server of its own, whose
 * address may belong to another one later. */
static int is_lasting(const server_rec *server)
{
    const server_rec *s = ap_server_conf;
    while (s && s != server)
        s = s->next;
    return s != NULL;
}

static void consider(const request_rec *r, const struct htaccess_result *result,
                     const char *name)
{
    if (is_requested(r, result->dir) || is_settled(r, result) ||
        !is_lasting(r->server) || pthread_mutex_trylock(&learning) != 0)
        return;
    learn(r, result, name);
    pthread_mutex_unlock(&learning);
}

void persist_learn(request_rec *r)
{
    const persist_hold_t *hold = persist_hold_of(r);
    const char *name = persist_ability_file_name(r->server);
    for (const struct htaccess_result *result = r->htaccess; name && result;
         result = result->next)
        if (!persist_hold_has(hold, result))
            consider(r, result, name);
}
