/* SPDX-License-Identifier: Apache-2.0 */
/* persist_file.c: a file that a worker has passed, as part of a response.
 *
 * APR's own file bucket does not fit. It reads at the position that httpd
 * shares with the worker (and with other requests, if a script passes one file
 * to many). And it gives fewer bytes than announced, without an error, if the
 * file has been truncated. The file is not mapped, because truncating it would
 * then kill httpd.
 * Why: docs/decisions/a-passed-file-has-a-bucket-of-our-own.md */

#include "response/persist_file.h"
#include "response/persist_fault.h"
#include "wire_fault.h"

#include <errno.h>
#include <fcntl.h>
#include <http_protocol.h>
#include <sys/stat.h>
#include <unistd.h>

/* Bytes of one read. One client keeps only a little more in memory. */
#define PIECE ((apr_size_t)64 << 10)
/* Bytes of one bucket, so that they fit an apr_size_t. Where that has 64 bits
 * any file is one bucket, so a sparse file does not cost more of httpd's memory
 * for its size. */
#define BUCKET_MOST ((apr_off_t)1 << (sizeof(apr_size_t) < 8 ? 30 : 62))

/* Shared by the buckets of one file. It lives as long as the last of them,
 * which never outlives the request's end-of-request bucket behind it. */
typedef struct passed_file {
    apr_bucket_refcount refcount; /* must be first */
    int fd;
    request_rec *r;
} passed_file_t;

/* Reads once, and again after signals. */
static ssize_t read_at(int fd, char *bytes, size_t size, off_t offset)
{
    ssize_t n;
    do {
        n = pread(fd, bytes, size, offset);
    } while (n < 0 && errno == EINTR);
    return n;
}

/* True if the last byte of the part can be read now, while another answer is
 * still possible. The size from fstat() is wrong in sysfs and may be wrong in
 * FUSE. */
static int reaches(int fd, const wire_file_t *part)
{
    char byte;
    return part->length == 0 ||
           read_at(fd, &byte, 1, (off_t)(part->offset + part->length - 1)) == 1;
}

int persist_file_check(int fd, const wire_file_t *part)
{
    struct stat info;
    int mode = fcntl(fd, F_GETFL);
    if (mode < 0 || (mode & O_ACCMODE) == O_WRONLY || fstat(fd, &info) != 0 ||
        !S_ISREG(info.st_mode))
        return WIRE_FAULT_PROTOCOL;
#ifdef O_PATH
    if (mode & O_PATH)
        return WIRE_FAULT_PROTOCOL;
#endif
    uint64_t size = (uint64_t)info.st_size;
    if (part->offset > size || part->length > size - part->offset ||
        !reaches(fd, part))
        return WIRE_FAULT_FILE_SHORT;
    return 0;
}

static void file_destroy(void *data)
{
    passed_file_t *file = data;
    if (!apr_bucket_shared_destroy(file))
        return;
    close(file->fd);
    apr_bucket_free(file);
}

/* The response cannot be completed. Some filters check the status of a read,
 * and some only look for error buckets. If the head has not been sent yet, the
 * connection must not be known to close: see persist_fault_break(). */
static apr_status_t file_break(apr_bucket *b, passed_file_t *file, int error)
{
    persist_fault_t fault;
    request_rec *r = file->r;
    persist_fault_set(&fault, WIRE_FAULT_FILE_SHORT,
                      error ? strerror(error) : "truncated meanwhile");
    persist_fault_log(r, &fault);
    if (r->sent_bodyct)
        r->connection->keepalive = AP_CONN_CLOSE;
    APR_BUCKET_INSERT_AFTER(
        b, ap_bucket_error_create(HTTP_BAD_GATEWAY, NULL, r->pool, b->list));
    apr_bucket_immortal_make(b, "", 0);
    file_destroy(file);
    return error ? error : APR_EINCOMPLETE;
}

/* Turns b into the bytes that were read and puts the rest of the file behind
 * it. */
static void file_advance(apr_bucket *b, passed_file_t *file, char *piece,
                         apr_size_t length)
{
    apr_off_t start = b->start + (apr_off_t)length;
    apr_size_t left = b->length - length;
    const apr_bucket_type_t *type = b->type;
    apr_bucket_heap_make(b, piece, length, apr_bucket_free);
    if (left == 0) {
        file_destroy(file);
        return;
    }
    apr_bucket *rest = apr_bucket_alloc(sizeof(*rest), b->list);
    APR_BUCKET_INIT(rest);
    rest->free = apr_bucket_free;
    rest->list = b->list;
    rest->type = type;
    rest->data = file;
    rest->start = start;
    rest->length = left;
    APR_BUCKET_INSERT_AFTER(b, rest);
}

static apr_status_t file_read(apr_bucket *b, const char **bytes,
                              apr_size_t *length, apr_read_type_e block)
{
    passed_file_t *file = b->data;
    apr_size_t wanted = b->length < PIECE ? b->length : PIECE;
    char *piece = apr_bucket_alloc(wanted, b->list);
    (void)block; /* a regular file is always ready */
    ssize_t n = read_at(file->fd, piece, wanted, b->start);
    *bytes = "";
    *length = 0;
    if (n <= 0) {
        int error = n < 0 ? errno : 0;
        apr_bucket_free(piece);
        return file_break(b, file, error);
    }
    *bytes = piece;
    *length = (apr_size_t)n;
    file_advance(b, file, piece, (apr_size_t)n);
    return APR_SUCCESS;
}

static const apr_bucket_type_t file_type = {
    "PERSIST_FILE",
    5,
    APR_BUCKET_DATA,
    file_destroy,
    file_read,
    apr_bucket_setaside_noop,
    apr_bucket_shared_split,
    apr_bucket_shared_copy,
};

static apr_bucket *file_create(request_rec *r, int fd, apr_off_t offset,
                               apr_size_t length, apr_bucket_alloc_t *list)
{
    apr_bucket *b = apr_bucket_alloc(sizeof(*b), list);
    passed_file_t *file = apr_bucket_alloc(sizeof(*file), list);
    APR_BUCKET_INIT(b);
    b->free = apr_bucket_free;
    b->list = list;
    b->type = &file_type;
    file->fd = fd;
    /* a part of a page may end before its bytes have been sent */
    while (r->main)
        r = r->main;
    file->r = r;
    return apr_bucket_shared_make(b, file, offset, length);
}

void persist_file_append(apr_bucket_brigade *bb, request_rec *r, int fd,
                         apr_off_t offset, apr_off_t length)
{
    apr_off_t most = length < BUCKET_MOST ? length : BUCKET_MOST;
    apr_bucket *b =
        file_create(r, fd, offset, (apr_size_t)most, bb->bucket_alloc);
    APR_BRIGADE_INSERT_TAIL(bb, b);
    while ((length -= most) > 0) {
        apr_bucket *next;
        apr_bucket_copy(b, &next);
        next->start = b->start + most;
        most = length < BUCKET_MOST ? length : BUCKET_MOST;
        next->length = (apr_size_t)most;
        APR_BRIGADE_INSERT_TAIL(bb, next);
        b = next;
    }
}

int persist_file_is(const apr_bucket *b)
{
    return b->type == &file_type;
}
