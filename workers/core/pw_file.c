/* SPDX-License-Identifier: Apache-2.0 */
/* pw_file.c: a part of an open file as a piece of the response. httpd gets the
 * file's descriptor; an httpd that takes no descriptors gets the bytes. */

#include "persist/worker.h"

#include "pw_output.h"
#include "pw_response.h"
#include "pw_send.h"
#include "pw_worker.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define PIECE ((size_t)16 << 10)
/* The length of a part that ends where the file ends. Files of /proc have a
 * size of 0, and bytes nevertheless. */
#define TO_END UINT64_MAX

static int refused(int error)
{
    errno = error;
    return -1;
}

static int check_kind(int fd, const struct stat *info)
{
    int mode = fcntl(fd, F_GETFL);
    if (S_ISDIR(info->st_mode))
        return refused(EISDIR);
    if (!S_ISREG(info->st_mode))
        return refused(ESPIPE);
    if (mode < 0 || (mode & O_ACCMODE) == O_WRONLY || (mode & O_PATH))
        return refused(EBADF);
    return 0;
}

/* Checks that the file can be passed and has the part. Fills in *found. */
static int find_part(int fd, long long offset, long long length,
                     pw_sole_t *found)
{
    struct stat info;
    if (fstat(fd, &info) < 0 || check_kind(fd, &info) < 0)
        return -1;
    if (offset < 0 || offset > info.st_size || length < -1 ||
        length > info.st_size - offset)
        return refused(ERANGE);
    *found = (pw_sole_t){.changed = info.st_mtim};
    found->part.offset = (uint64_t)offset;
    found->part.length =
        (uint64_t)(length < 0 ? info.st_size - offset : length);
    if (length < 0 && info.st_size == 0)
        found->part.length = TO_END;
    return 0;
}

static int copy(persist_request_t *request, int fd, const wire_file_t *part)
{
    char piece[PIECE];
    uint64_t done = 0;
    while (done < part->length) {
        uint64_t left = part->length - done;
        ssize_t n = pread(fd, piece, left < PIECE ? (size_t)left : PIECE,
                          (off_t)(part->offset + done));
        if (n < 0 && errno == EINTR)
            continue;
        if (n == 0 && part->length == TO_END)
            return 0;
        if (n <= 0)
            return n < 0 ? -1 : refused(ERANGE);
        if (persist_request_write(request, piece, (size_t)n) < 0)
            return -1;
        done += (uint64_t)n;
    }
    return 0;
}

/* The frame is held back until the next one. If that is the end, httpd gets
 * both at once and sees that the file is all of the body. */
static int pass(persist_request_t *request, int fd, const pw_sole_t *found)
{
    pw_conn_t *conn = request->conn;
    if (conn->passed >= 0 && persist_request_flush(request) < 0)
        return -1;
    if (pw_send_unsent(conn) > 0) /* one descriptor at a time can be kept */
        return refused(EAGAIN);
    pw_output_reset(conn);
    request->sole = *found;
    request->sole.head = conn->held;
    if (pw_output_add(conn, WIRE_FILE, &found->part, NULL) < 0)
        return -1;
    int own = fcntl(fd, F_DUPFD_CLOEXEC, 3);
    if (own < 0)
        return -1;
    pw_output_hold(conn, own);
    return 0;
}

int persist_request_send_file(persist_request_t *request, int fd,
                              long long offset, long long length)
{
    pw_sole_t found;
    if (!pw_response_is_at(request, PW_ANSWERING) ||
        find_part(fd, offset, length, &found) < 0)
        return -1;
    if (found.part.length == 0)
        return 0;
    if (found.part.length != TO_END &&
        request->conn->features & WIRE_FEATURE_FILE)
        return pass(request, fd, &found);
    if (request->conn->worker->asynchronous)
        return refused(EOPNOTSUPP);
    return copy(request, fd, &found.part);
}
