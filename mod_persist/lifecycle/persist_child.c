/* SPDX-License-Identifier: Apache-2.0 */
/* persist_child.c: the state of one httpd child. It is made in child_init, or
 * by a later request if persistd was not up yet, and kept until the child
 * ends. */

#include <httpd.h> /* before all other headers of httpd */

#include "config/persist_config.h"
#include "lifecycle/persist_child.h"
#include "lifecycle/persist_copy.h"
#include "lifecycle/persist_instance.h"
#include "lifecycle/persist_presence.h"
#include "lifecycle/persist_settings.h"

#include "common_clock.h"
#include "common_names.h"
#include "slots_claim.h"
#include "slots_owners.h"
#include "slots_queue.h"
#include "slots_shm.h"
#include "slots_sweep.h"
#include "wire_fault.h"

#include <apr_strings.h>
#include <errno.h>
#include <http_log.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

APLOG_USE_MODULE(persist);

#define RETRY_US 1000000
#define YOUNG_US 4000000
#define REMIND_US ((int64_t)SLOTS_SLICE_MS * 1000)

/* State of the child. There is one, because there is one persist_module. */
static struct {
    /* The view of the current table. Each table of this child has a view of its
     * own. Stored with release. */
    _Atomic(persist_child_t *) ready;
    _Atomic int doubt; /* persistd may have another table */
    persist_presence_t presence;
    persist_presence_t copies;
    slots_rate_t strays; /* limits copies of what is about no pool */
    server_rec *server;

    persist_child_t start;    /* what is known without a table; never changes */
    int64_t began;            /* never changes */
    _Atomic uint32_t waiting; /* threads that wait for persistd */
    uint32_t waiting_max;
    pthread_mutex_t attaching;
    /* The following belong to the thread that holds `attaching`. */
    apr_pool_t *pool; /* with its own allocator */
    uint64_t table_id;
    int64_t next_try;
    int owners_fd; /* for table_id; closing it would drop this child's lock */
} self = {.attaching = PTHREAD_MUTEX_INITIALIZER, .owners_fd = -1};

static int failed(const char *what, apr_status_t rv)
{
    if (!atomic_load_explicit(&self.ready, memory_order_relaxed))
        ap_log_error(APLOG_MARK, APLOG_ERR, rv, self.server,
                     "PERSIST%d: this child has no table yet: %s",
                     WIRE_FAULT_NO_PERSISTD, what);
    return -1;
}

static int is_serving(const slots_table_t *table)
{
    return atomic_load_explicit(&table->header->phase, memory_order_relaxed) ==
           SLOTS_SERVING;
}

static int is_current(const persist_child_t *child)
{
    return is_serving(&child->table) &&
           !atomic_load_explicit(&self.doubt, memory_order_relaxed);
}

/* True if persistd has lost its table: another table of the same sizes is
 * served under the name. Another persistd has made it then. */
static int is_successor(const slots_shm_t *shm, const slots_table_t *old)
{
    return shm->id != self.table_id && is_serving(&shm->table) &&
           memcmp(&shm->table.sizes, &old->sizes, sizeof(old->sizes)) == 0;
}

static int map_table(persist_child_t *child, slots_shm_t *shm, apr_pool_t *p)
{
    char path[COMMON_PATH_SIZE];
    apr_status_t rv;
    if (common_name_path(path, child->instance, COMMON_NAME_TABLE) != 0)
        return failed("path", errno);
    rv = slots_shm_attach(shm, path, p);
    if (rv != APR_SUCCESS)
        return failed(path, rv);
    child->table = shm->table;
    child->reminded =
        apr_pcalloc(p, child->table.sizes.pools * sizeof(*child->reminded));
    return 0;
}

static int leads_to(const char *path, int fd)
{
    struct stat named, open;
    return fd >= 0 && stat(path, &named) == 0 && fstat(fd, &open) == 0 &&
           named.st_dev == open.st_dev && named.st_ino == open.st_ino;
}

/* Opens owners.lock of this table and of no other. By the bytes of another
 * table's file persistd would take this child for dead. The file of the table
 * before stays open, because its lock must be held. It is not opened twice,
 * because closing the second descriptor would drop that lock. */
static int open_owners(const char *path, uint64_t table_id)
{
    int fd = leads_to(path, self.owners_fd) ? self.owners_fd
                                            : slots_owners_open(path, table_id);
    if (fd < 0)
        return failed(path, errno);
    if (!slots_owners_belongs(fd, table_id))
        return failed(path, ESTALE);
    self.owners_fd = fd;
    return 0;
}

/* The index may have belonged to a dead child, so what that child left is
 * returned first. */
static int take_owner(persist_child_t *child, uint64_t table_id)
{
    char path[COMMON_PATH_SIZE];
    if (common_name_path(path, child->instance, COMMON_NAME_OWNERS) != 0)
        return failed("path", errno);
    if (open_owners(path, table_id) != 0)
        return -1;
    child->owner = slots_owners_take(self.owners_fd, child->table.sizes.owners);
    if (!child->owner)
        return failed("no free owner index", errno);
    slots_sweep(&child->table, child->owner);
    return 0;
}

/* It is tried again each second, so nothing may stay open of it. */
static int open_both(const persist_child_t *child)
{
    if (persist_presence_open(&self.copies, child->instance, child->token,
                              WIRE_HELLO_LOG, 0) != 0)
        return -1;
    if (persist_presence_open(&self.presence, child->instance, child->token,
                              WIRE_HELLO_PRESENCE, child->owner) == 0)
        return 0;
    persist_presence_close(&self.copies);
    return -1;
}

static int join(const persist_child_t *child, const persist_child_t *old)
{
    if (old)
        persist_presence_move(&self.presence, child->owner);
    else if (open_both(child) != 0)
        return failed("no descriptor", errno);
    return 0;
}

/* Call this with `attaching` held. An older table stays mapped, and its lock
 * held, because requests that began on it end on it. Returns 0 if p is in use
 * from now on. */
static int attach(const persist_child_t *old, apr_pool_t *p)
{
    persist_child_t *child = apr_pmemdup(p, &self.start, sizeof(self.start));
    slots_shm_t shm;
    atomic_store(&self.doubt, 0);
    if (map_table(child, &shm, p) != 0) {
        atomic_store(&self.doubt, old != NULL);
        return -1;
    }
    if (old && !is_successor(&shm, &old->table))
        return -1;
    if (take_owner(child, shm.id) != 0 || join(child, old) != 0) {
        atomic_store(&self.doubt, old != NULL);
        return -1;
    }
    self.table_id = shm.id;
    atomic_store_explicit(&self.ready, child, memory_order_release);
    return 0;
}

/* One thread at a time, once a second. Requests of the other threads are
 * answered with 503 meanwhile. */
static void try_attach(void)
{
    int64_t now = common_now_us();
    persist_child_t *old;
    apr_pool_t *p;
    if (pthread_mutex_trylock(&self.attaching) != 0)
        return;
    old = atomic_load_explicit(&self.ready, memory_order_relaxed);
    if (!(old && is_current(old)) && now >= self.next_try &&
        apr_pool_create(&p, self.pool) == APR_SUCCESS) {
        self.next_try = now + RETRY_US;
        if (attach(old, p) != 0)
            apr_pool_destroy(p);
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

/* Children do not need the parent's links. Only without copies in the children
 * does the end of a link show that the parent has ended. With httpd -X this
 * process is the parent itself. */
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
    self.began = common_now_us();
    drop_links(retained);
    if (rv != APR_SUCCESS) {
        failed("no memory", rv);
        return;
    }
    self.start.queue_total = persist_settings_queue_total(config);
    self.waiting_max = persist_settings_threads_half();
    self.start.instance =
        persist_instance_path(&retained->now, config->runtime_dir, pchild);
    self.start.token = (wire_bytes_t){
        apr_pmemdup(pchild, retained->now.token, PERSIST_INSTANCE_TOKEN),
        PERSIST_INSTANCE_TOKEN};
    try_attach();
}

wire_bytes_t persist_child_token(void)
{
    return self.start.token;
}

persist_child_t *persist_child_get(void)
{
    persist_child_t *child =
        atomic_load_explicit(&self.ready, memory_order_acquire);
    if ((child && is_current(child)) || !self.start.token.data)
        return child;
    try_attach();
    return atomic_load_explicit(&self.ready, memory_order_acquire);
}

int persist_child_is_young(void)
{
    return common_now_us() - self.began < YOUNG_US;
}

int persist_child_wait_begin(persist_child_t *child)
{
    if (atomic_fetch_add(&self.waiting, 1) < self.waiting_max &&
        (!child ||
         slots_queue_begin(&child->table, child->owner, child->queue_total)))
        return 1;
    atomic_fetch_sub(&self.waiting, 1);
    return 0;
}

void persist_child_wait_goes_on(persist_child_t *child)
{
    if (child)
        slots_queue_count(&child->table, child->owner);
}

void persist_child_wait_end(persist_child_t *child)
{
    if (child)
        slots_queue_end(&child->table, child->owner);
    atomic_fetch_sub(&self.waiting, 1);
}

void persist_child_doubt(void)
{
    atomic_store(&self.doubt, 1);
}

static void tell(wire_kind_t kind, const void *fields)
{
    if (persist_presence_tell(&self.presence, kind, fields) &
        PERSIST_PRESENCE_ANEW)
        persist_child_doubt();
}

void persist_child_nudge(uint32_t pool)
{
    const wire_nudge_t nudge = {.pool = pool};
    tell(WIRE_NUDGE, &nudge);
}

void persist_child_remind(persist_child_t *child, uint32_t pool)
{
    int64_t now = common_now_us();
    int64_t last = atomic_load(&child->reminded[pool]);
    if (now - last >= REMIND_US &&
        atomic_compare_exchange_strong(&child->reminded[pool], &last, now))
        persist_child_nudge(pool);
}

void persist_child_late(const slots_lease_t *lease, wire_bytes_t request_id)
{
    const wire_late_t late = {.slot = lease->slot,
                              .incarnation = lease->incarnation,
                              .request_id = request_id};
    tell(WIRE_LATE, &late);
}

static int send_copy(void *context, const wire_said_t *said)
{
    persist_presence_t *copies = context;
    return persist_presence_tell(copies, WIRE_SAID, said) &
                   PERSIST_PRESENCE_LOST
               ? -1
               : 0;
}

void persist_child_copy(const persist_child_t *child, uint32_t pool,
                        const wire_said_t *said)
{
    persist_copy(&child->table.pools[pool].copied, *said, send_copy,
                 &self.copies);
}

void persist_child_copy_fault(const wire_said_t *said)
{
    if (!atomic_load_explicit(&self.ready, memory_order_acquire))
        return;
    persist_copy_confess(&self.strays, *said, send_copy, &self.copies);
    persist_copy(&self.strays, *said, send_copy, &self.copies);
}
