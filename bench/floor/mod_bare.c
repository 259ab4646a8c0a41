/* SPDX-License-Identifier: Apache-2.0 */
/* mod_bare.c: the minimal path in C from httpd to a worker and back that still
 * does real work: the CGI variables, msgpack, a lease in shared memory, one
 * round trip on a kept connection, and the last brigade flushed. It does not
 * watch, end or limit workers, does not queue in order, and survives no
 * failure. The difference to mod_persist is the cost of those.
 *
 *     <Location /bare>
 *         SetHandler bench-bare
 *         BenchBare /path/of/sockets     (.0 … .3: one of each worker)
 *     </Location>
 *
 * Frames are those of mod_persist: 0xce, a length, a msgpack array. httpd sends
 * [variables]; the worker sends [status, type, bytes left, body] until no bytes
 * are left.
 * Why: docs/decisions/where-the-time-of-a-request-goes.md */

#include <httpd.h>

#include <apr_shm.h>
#include <apr_strings.h>
#include <http_config.h>
#include <http_core.h>
#include <http_protocol.h>
#include <linux/futex.h>
#include <msgpack.h>
#include <poll.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>
#include <util_filter.h>
#include <util_script.h>

#define WORKERS 4
#define ALL_FREE ((1u << WORKERS) - 1)
#define PREFIX 5
#define SMALL 4096 /* read at most before the length is known */
#define LARGEST (128 << 10)

/* Shared by all children, which read and write it at any time. Bit n is set
 * while worker n is free. Both words are sequentially consistent, so that
 * either the release sees the waiter, or the waiter sees the release. */
typedef struct {
    _Atomic uint32_t free_workers;
    _Atomic uint32_t waiters;
} bare_lease_t;

typedef struct {
    const char *sockets;
    bare_lease_t *lease;
    /* This child's connections. Only the thread that holds the lease of a
     * worker uses the worker's connection. */
    int connections[WORKERS];
} bare_site_t;

module AP_MODULE_DECLARE_DATA bench_bare_module;

static void wait_for_release(bare_lease_t *lease)
{
    atomic_fetch_add(&lease->waiters, 1);
    syscall(SYS_futex, &lease->free_workers, FUTEX_WAIT, 0, NULL, NULL, 0);
    atomic_fetch_sub(&lease->waiters, 1);
}

static int claim(bare_lease_t *lease)
{
    uint32_t seen = atomic_load(&lease->free_workers);
    for (;;) {
        if (!seen) {
            wait_for_release(lease);
            seen = atomic_load(&lease->free_workers);
        } else if (atomic_compare_exchange_weak(&lease->free_workers, &seen,
                                                seen & (seen - 1))) {
            return __builtin_ctz(seen);
        }
    }
}

static void release(bare_lease_t *lease, int worker)
{
    atomic_fetch_or(&lease->free_workers, 1u << worker);
    if (atomic_load(&lease->waiters))
        syscall(SYS_futex, &lease->free_workers, FUTEX_WAKE, 1, NULL, NULL, 0);
}

static int connect_to(const bare_site_t *site, int worker)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    apr_snprintf(name.sun_path, sizeof(name.sun_path), "%s.%d", site->sockets,
                 worker);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&name, sizeof(name)) < 0) {
        close(fd);
        fd = -1;
    }
    return fd;
}

static size_t variables_length(const apr_table_entry_t *entry, int n)
{
    size_t length = 0;
    for (int i = 0; i < n; i++)
        length += strlen(entry[i].key) + strlen(entry[i].val) + 2;
    return length;
}

static void pack_variables(request_rec *r, msgpack_sbuffer *frame)
{
    ap_add_common_vars(r);
    ap_add_cgi_vars(r);
    const apr_array_header_t *all = apr_table_elts(r->subprocess_env);
    const apr_table_entry_t *entry = (const apr_table_entry_t *)all->elts;
    msgpack_packer packer;
    msgpack_packer_init(&packer, frame, msgpack_sbuffer_write);
    msgpack_sbuffer_write(frame, "\xce\0\0\0\0", PREFIX);
    msgpack_pack_array(&packer, 1);
    msgpack_pack_bin(&packer, variables_length(entry, all->nelts));
    for (int i = 0; i < all->nelts; i++) {
        msgpack_pack_bin_body(&packer, entry[i].key, strlen(entry[i].key) + 1);
        msgpack_pack_bin_body(&packer, entry[i].val, strlen(entry[i].val) + 1);
    }
    uint32_t length = htonl((uint32_t)(frame->size - PREFIX));
    memcpy(frame->data + 1, &length, sizeof(length));
}

/* Returns the frame's length with its prefix, or -1. Sleeps in poll():
 * docs/decisions/httpd-sleeps-in-poll.md */
static ssize_t receive(int fd, char *frame)
{
    uint32_t length;
    struct pollfd worker = {fd, POLLIN, 0};
    if (poll(&worker, 1, -1) != 1)
        return -1;
    ssize_t n = recv(fd, frame, SMALL, 0);
    if (n < PREFIX)
        return -1;
    memcpy(&length, frame + 1, sizeof(length));
    size_t rest = (size_t)ntohl(length) + PREFIX - (size_t)n;
    if (rest > LARGEST - SMALL)
        return -1;
    if (rest && recv(fd, frame + n, rest, MSG_WAITALL) != (ssize_t)rest)
        return -1;
    return n + (ssize_t)rest;
}

static int ask(request_rec *r, int fd)
{
    msgpack_sbuffer frame;
    msgpack_sbuffer_init(&frame);
    pack_variables(r, &frame);
    ssize_t sent = send(fd, frame.data, frame.size, MSG_NOSIGNAL);
    int whole = sent == (ssize_t)frame.size;
    msgpack_sbuffer_destroy(&frame);
    return whole;
}

static int is_answer(const msgpack_object *object)
{
    const msgpack_object *field = object->via.array.ptr;
    return object->type == MSGPACK_OBJECT_ARRAY &&
           object->via.array.size == 4 &&
           field[0].type == MSGPACK_OBJECT_POSITIVE_INTEGER &&
           field[1].type == MSGPACK_OBJECT_BIN &&
           field[2].type == MSGPACK_OBJECT_POSITIVE_INTEGER &&
           field[3].type == MSGPACK_OBJECT_BIN;
}

/* Reads the next frame of a response. The frame points into `bytes`. */
static int next(int fd, char *bytes, msgpack_unpacked *frame)
{
    ssize_t n = receive(fd, bytes);
    return n >= PREFIX &&
           msgpack_unpack_next(frame, bytes + PREFIX, (size_t)n - PREFIX,
                               NULL) == MSGPACK_UNPACK_SUCCESS &&
           is_answer(&frame->data);
}

static uint64_t bytes_left(const msgpack_unpacked *frame)
{
    return frame->data.via.array.ptr[2].via.u64;
}

static int pass(request_rec *r, const msgpack_unpacked *frame)
{
    const msgpack_object *field = frame->data.via.array.ptr;
    apr_bucket_alloc_t *alloc = r->connection->bucket_alloc;
    apr_bucket_brigade *out = apr_brigade_create(r->pool, alloc);
    r->status = (int)field[0].via.u64;
    ap_set_content_type(r, apr_pstrmemdup(r->pool, field[1].via.bin.ptr,
                                          field[1].via.bin.size));
    if (bytes_left(frame) && !r->clength)
        ap_set_content_length(
            r, (apr_off_t)(bytes_left(frame) + field[3].via.bin.size));
    APR_BRIGADE_INSERT_TAIL(
        out, apr_bucket_transient_create(field[3].via.bin.ptr,
                                         field[3].via.bin.size, alloc));
    if (!bytes_left(frame))
        APR_BRIGADE_INSERT_TAIL(out, apr_bucket_eos_create(alloc));
    APR_BRIGADE_INSERT_TAIL(out, apr_bucket_flush_create(alloc));
    return ap_pass_brigade(r->output_filters, out) == APR_SUCCESS ? OK : DONE;
}

/* Passes all frames except the last one on. The last frame is left to the
 * caller, which releases the worker first. Returns whether there is a last
 * frame. */
static int exchange(request_rec *r, int fd, char *bytes,
                    msgpack_unpacked *frame)
{
    int good = ask(r, fd) && next(fd, bytes, frame);
    while (good && bytes_left(frame))
        good = pass(r, frame) == OK && next(fd, bytes, frame);
    return good;
}

static int answer(request_rec *r)
{
    char bytes[LARGEST];
    msgpack_unpacked frame;
    if (!r->handler || strcmp(r->handler, "bench-bare") != 0)
        return DECLINED;
    bare_site_t *site =
        ap_get_module_config(r->per_dir_config, &bench_bare_module);
    if (!site->lease)
        return HTTP_INTERNAL_SERVER_ERROR;
    msgpack_unpacked_init(&frame);
    int worker = claim(site->lease), *fd = &site->connections[worker];
    if (*fd < 0)
        *fd = connect_to(site, worker);
    int good = exchange(r, *fd, bytes, &frame);
    if (!good && *fd >= 0) {
        close(*fd);
        *fd = -1;
    }
    release(site->lease, worker);
    int status = good ? pass(r, &frame) : HTTP_BAD_GATEWAY;
    msgpack_unpacked_destroy(&frame);
    return status;
}

static void *make_site(apr_pool_t *p, char *path)
{
    (void)path;
    bare_site_t *site = apr_pcalloc(p, sizeof(*site));
    for (int worker = 0; worker < WORKERS; worker++)
        site->connections[worker] = -1;
    return site;
}

static const char *set_sockets(cmd_parms *cmd, void *config, const char *word)
{
    bare_site_t *site = config;
    apr_shm_t *shm;
    if (apr_shm_create(&shm, sizeof(*site->lease), NULL, cmd->pool) !=
        APR_SUCCESS)
        return "BenchBare: no memory to share";
    site->sockets = word;
    site->lease = apr_shm_baseaddr_get(shm);
    atomic_store(&site->lease->free_workers, ALL_FREE);
    atomic_store(&site->lease->waiters, 0);
    return NULL;
}

static void register_hooks(apr_pool_t *p)
{
    (void)p;
    ap_hook_handler(answer, NULL, NULL, APR_HOOK_MIDDLE);
}

static const command_rec commands[] = {
    AP_INIT_TAKE1("BenchBare", set_sockets, NULL, ACCESS_CONF,
                  "where the workers' sockets are"),
    {.name = NULL}};

AP_DECLARE_MODULE(bench_bare) = {
    STANDARD20_MODULE_STUFF, .create_dir_config = make_site, .cmds = commands,
    .register_hooks = register_hooks};
