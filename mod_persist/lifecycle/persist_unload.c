/* SPDX-License-Identifier: Apache-2.0 */
/* persist_unload.c: stops persistd when httpd goes on without this module.
 *
 * At a graceful or restart httpd unloads the module, reads its configuration,
 * and clears plog. If the configuration does not load the module, none of its
 * code runs again. So the module leaves a file of APR's in plog, with STOP in
 * its buffer: when plog is cleared, APR's own code writes STOP to persistd. If
 * the module is loaded again, it takes the file back before that.
 * Why: docs/decisions/lifecycle.md */

#include "lifecycle/persist_unload.h"
#include "lifecycle/persist_daemon.h"
#include "lifecycle/persist_link.h"

#include <apr_file_io.h>
#include <apr_portable.h>
#include <fcntl.h>
#include <http_core.h>
#include <unistd.h>

#define LEFT_KEY "mod_persist left"

typedef struct unload {
    persist_retained_t *retained;
    apr_pool_t *plog;
} unload_t;

/* In plog, for the module's next life. NULL: there was no persistd. */
typedef struct left {
    apr_file_t *now;
    apr_file_t *old;
} left_t;

/* APR's function, since the module may be gone when it is called. It writes the
 * buffer before it closes the file. */
static apr_status_t (*const write_and_close)(void *) = (apr_status_t(*)(void *))
    apr_file_close;

/* The descriptor is a copy, so that the number in the record stays that of the
 * link. */
static apr_file_t *open_copy(int link, apr_pool_t *plog)
{
    apr_file_t *file = NULL;
    int copy = fcntl(link, F_DUPFD_CLOEXEC, 3);
    if (copy < 0)
        return NULL;
    if (apr_os_file_put(&file, &copy, APR_FOPEN_WRITE | APR_FOPEN_BUFFERED,
                        plog) == APR_SUCCESS)
        return file;
    close(copy);
    return NULL;
}

static apr_file_t *leave_stop(const persist_instance_t *instance,
                              apr_pool_t *plog)
{
    msgpack_sbuffer frame;
    apr_file_t *file = instance->pid ? open_copy(instance->link, plog) : NULL;
    if (!file)
        return NULL;
    msgpack_sbuffer_init(&frame);
    if (wire_encode(&frame, WIRE_STOP, NULL, NULL) == 0)
        apr_file_write_full(file, frame.data, frame.size, NULL);
    msgpack_sbuffer_destroy(&frame);
    apr_pool_cleanup_register(plog, file, write_and_close,
                              apr_pool_cleanup_null);
    return file;
}

static apr_status_t leave(void *data)
{
    const unload_t *unload = data;
    persist_retained_t *retained = unload->retained;
    left_t *left;
    if (ap_state_query(AP_SQ_MAIN_STATE) != AP_SQ_MS_DESTROY_CONFIG ||
        getpid() != retained->parent)
        return APR_SUCCESS;
    left = apr_palloc(unload->plog, sizeof(*left));
    left->now = leave_stop(&retained->now, unload->plog);
    left->old = leave_stop(&retained->old, unload->plog);
    apr_pool_userdata_set(left, LEFT_KEY, NULL, unload->plog);
    retained->left = 1;
    return APR_SUCCESS;
}

void persist_unload_prepare(persist_retained_t *retained, apr_pool_t *pconf,
                            apr_pool_t *plog)
{
    unload_t *unload = apr_palloc(pconf, sizeof(*unload));
    *unload = (unload_t){retained, plog};
    apr_pool_cleanup_register(pconf, unload, leave, apr_pool_cleanup_null);
}

static void discard(apr_file_t *file, apr_pool_t *plog)
{
    apr_os_file_t copy;
    if (!file)
        return;
    apr_pool_cleanup_kill(plog, file, write_and_close);
    if (apr_os_file_get(&copy, file) == APR_SUCCESS)
        close(copy);
}

void persist_unload_take_back(persist_retained_t *retained, apr_pool_t *plog)
{
    void *data = NULL;
    const left_t *left;
    apr_pool_userdata_get(&data, LEFT_KEY, plog);
    left = data;
    if (!left)
        return;
    discard(left->now, plog);
    discard(left->old, plog);
    retained->left = 0;
}

static void forget(persist_instance_t *instance)
{
    if (instance->pid)
        persist_daemon_forget(instance);
    *instance = (persist_instance_t){.link = -1};
}

void persist_unload_forget(persist_retained_t *retained)
{
    if (!retained->left)
        return;
    forget(&retained->now);
    forget(&retained->old);
    retained->left = 0;
}
