/* SPDX-License-Identifier: Apache-2.0 */
/* persist_child.c: what one httpd child has: made in child_init, or by a later
 * request when persistd was not up yet, and kept until the child ends. */

#include <httpd.h> /* before all other headers of httpd */

#include "persist_ask.h"
#include "persist_child.h"
#include "persist_config.h"
#include "persist_instance.h"
#include "persist_presence.h"
#include "persist_settings.h"

#include "slots_claim.h"
#include "slots_names.h"
#include "slots_owners.h"
#include "slots_shm.h"
#include "wire_fault.h"

#include <apr_strings.h>
#include <errno.h>
#include <http_log.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

APLOG_USE_MODULE(persist);

#define RETRY_US 1000000
#define REPORT_MAX (16u << 20) /* bytes of a report we take from persistd */

/* The child's own; there is one, because there is one persist_module. */
static struct {
    _Atomic(persist_child_t *) ready; /* stored last, with release */
    persist_child_t child;
    persist_presence_t presence;
    server_rec *server;
    apr_pool_t
        *pool; /* its own allocator: only who holds `attaching` uses it */
    pthread_mutex_t attaching;
    int64_t next_try; /* who holds `attaching` */
    int owners_fd;    /* opened once: closing it would drop our lock */
    uint32_t owners;
} self = {.attaching = PTHREAD_MUTEX_INITIALIZER, .owners_fd = -1};

static int failed(const char *what, apr_status_t rv)
{
    ap_log_error(APLOG_MARK, APLOG_ERR, rv, self.server,
                 "PERSIST%d: this child has no table yet: %s",
                 WIRE_FAULT_NO_PERSISTD, what);
    return -1;
}

static int map_table(void)
{
    char path[SLOTS_PATH_SIZE];
    slots_shm_t shm;
    apr_status_t rv;

    if (slots_name_path(path, self.child.instance, SLOTS_NAME_TABLE) != 0)
        return failed("path", errno);
    apr_pool_clear(self.pool);
    rv = slots_shm_attach(&shm, path, self.pool);
    if (rv != APR_SUCCESS)
        return failed(path, rv);
    self.child.table = shm.table;
    return 0;
}

/* Our index may have been a dead child's: what it left comes back first. */
static int take_owner(void)
{
    char path[SLOTS_PATH_SIZE];

    if (slots_name_path(path, self.child.instance, SLOTS_NAME_OWNERS) != 0)
        return failed("path", errno);
    if (self.owners_fd < 0)
        self.owners_fd = slots_owners_open(path, 0);
    if (self.owners_fd < 0)
        return failed(path, errno);
    self.child.owner =
        slots_owners_take(self.owners_fd, self.child.table.sizes.owners);
    if (!self.child.owner)
        return failed("no free owner index", errno);
    slots_sweep(&self.child.table, self.child.owner);
    return 0;
}

/* Held: attaching. */
static void attach(void)
{
    if (map_table() != 0 || take_owner() != 0)
        return;
    if (persist_presence_open(&self.presence, self.child.instance,
                              self.child.token, self.child.owner) != 0) {
        failed("no descriptor", errno);
        return;
    }
    atomic_store_explicit(&self.ready, &self.child, memory_order_release);
}

/* One thread at a time, once a second; the others answer 503 meanwhile. */
static void try_attach(void)
{
    int64_t now = slots_now_us();

    if (pthread_mutex_trylock(&self.attaching) != 0)
        return;
    if (!atomic_load_explicit(&self.ready, memory_order_relaxed) &&
        now >= self.next_try) {
        self.next_try = now + RETRY_US;
        attach();
    }
    pthread_mutex_unlock(&self.attaching);
}

static apr_status_t make_pool(apr_pool_t *pchild)
{
    apr_allocator_t *allocator;
    apr_status_t rv = apr_allocator_create(&allocator);

    if (rv != APR_SUCCESS)
        return rv;
    rv = apr_pool_create_ex(&self.pool, pchild, NULL, allocator);
    if (rv != APR_SUCCESS)
        apr_allocator_destroy(allocator);
    else
        apr_allocator_owner_set(allocator, self.pool);
    return rv;
}

/* Children need no parent link; without copies its end means more. With
 * httpd -X this is the parent itself. */
static void drop_links(const persist_retained_t *retained)
{
    if (getpid() == retained->parent)
        return;
    if (retained->now.pid)
        close(retained->now.link);
    if (retained->old.pid)
        close(retained->old.link);
}

void persist_child_init(apr_pool_t *pchild, server_rec *s)
{
    persist_retained_t *retained = persist_instance_retained();
    const persist_server_config_t *config = persist_config_server(s);
    apr_status_t rv = make_pool(pchild);

    self.server = s;
    drop_links(retained);
    if (rv != APR_SUCCESS) {
        failed("no memory", rv);
        return;
    }
    self.child.queue_total = persist_settings_queue_total(config);
    self.child.instance =
        persist_instance_path(&retained->now, config->runtime_dir, pchild);
    self.child.token = (wire_bytes_t){
        apr_pmemdup(pchild, retained->now.token, PERSIST_INSTANCE_TOKEN),
        PERSIST_INSTANCE_TOKEN};
    try_attach();
}

persist_child_t *persist_child_get(void)
{
    persist_child_t *child =
        atomic_load_explicit(&self.ready, memory_order_acquire);

    if (child || !self.child.token.data)
        return child;
    try_attach();
    return atomic_load_explicit(&self.ready, memory_order_acquire);
}

void persist_child_nudge(persist_child_t *child, uint32_t pool)
{
    (void)child;
    persist_presence_nudge(&self.presence, pool);
}

/* Where the answer to ENSURE goes. */
typedef struct ensured {
    apr_pool_t *p;
    int fault;
    uint32_t pool;
    uint64_t generation, retry_ms;
    const char *text;
} ensured_t;

/* pool comes from a peer, so it is checked against our own sizes. */
static int take_ensured(void *context, const wire_message_t *message)
{
    const wire_ensured_t *answer = &message->as.ensured;
    ensured_t *ensured = context;

    if (message->kind != WIRE_ENSURED || answer->fault > 9999 ||
        (!answer->fault && answer->pool >= self.child.table.sizes.pools))
        return -1;
    ensured->fault = (int)answer->fault;
    ensured->pool = (uint32_t)answer->pool;
    ensured->generation = answer->generation;
    ensured->retry_ms = answer->retry_ms;
    ensured->text = apr_pstrmemdup(ensured->p, (const char *)answer->text.data,
                                   answer->text.len);
    return 0;
}

int persist_child_ensure(persist_child_t *child, const wire_ensure_t *ensure,
                         apr_interval_time_t timeout, apr_pool_t *p,
                         uint32_t *pool, uint64_t *generation,
                         uint64_t *retry_ms, const char **text)
{
    ensured_t ensured = {.p = p,
                         .fault = WIRE_FAULT_NO_PERSISTD,
                         .text = "persistd did not answer"};

    if (persist_ask(child->instance, child->token, WIRE_ENSURE, ensure,
                    slots_now_us() + timeout, take_ensured, &ensured) != 0)
        ensured.fault = WIRE_FAULT_NO_PERSISTD;
    *pool = ensured.pool;
    *generation = ensured.generation;
    *retry_ms = ensured.retry_ms;
    *text = ensured.text;
    return ensured.fault;
}

/* The report so far, in a growing buffer of p. */
typedef struct report {
    apr_pool_t *p;
    char *bytes; /* always with a NUL behind len */
    size_t len, size;
} report_t;

static int take_report(void *context, const wire_message_t *message)
{
    const wire_report_t *part = &message->as.report;
    report_t *report = context;
    size_t need;

    if (message->kind != WIRE_REPORT ||
        part->bytes.len > REPORT_MAX - report->len)
        return -1;
    need = report->len + part->bytes.len + 1;
    if (need > report->size) {
        char *larger = apr_palloc(report->p, need * 2);

        memcpy(larger, report->bytes, report->len);
        report->bytes = larger;
        report->size = need * 2;
    }
    memcpy(report->bytes + report->len, part->bytes.data, part->bytes.len);
    report->len = need - 1;
    report->bytes[report->len] = '\0';
    return part->last ? 0 : 1;
}

const char *persist_child_report(persist_child_t *child, int format,
                                 apr_interval_time_t timeout, apr_pool_t *p)
{
    const wire_status_t question = {.format = (uint64_t)format};
    report_t report = {.p = p, .bytes = apr_pstrdup(p, ""), .size = 1};

    if (persist_ask(child->instance, child->token, WIRE_STATUS, &question,
                    slots_now_us() + timeout, take_report, &report) != 0)
        return NULL;
    return report.bytes;
}
