/* SPDX-License-Identifier: Apache-2.0 */
/* persist_text.c: reads small regular files. */

#include "htaccess/persist_text.h"
#include "htaccess/persist_kept.h"
#include "htaccess/persist_local.h"

#include <errno.h>
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

static int is_settled(const struct stat *st)
{
    struct timespec now;
    return clock_gettime(CLOCK_REALTIME, &now) == 0 &&
           now.tv_sec - st->st_ctim.tv_sec > PERSIST_TEXT_SETTLED_S;
}

/* Reads until the end, or until there is no room. Returns the bytes, or -1. */
static ssize_t read_all(int fd, char *text, size_t room)
{
    size_t got = 0;
    while (got < room) {
        ssize_t n = read(fd, text + got, room - got);
        if (n < 0 && errno != EINTR)
            return -1;
        if (n == 0)
            break;
        if (n > 0)
            got += (size_t)n;
    }
    return (ssize_t)got;
}

static persist_text_result_t read_open(int fd, apr_pool_t *p,
                                       persist_text_t *text, struct stat *st)
{
    struct stat after;
    if (fstat(fd, st) != 0 || !S_ISREG(st->st_mode) ||
        st->st_size > PERSIST_TEXT_MAX || !persist_local_is_open(fd))
        return PERSIST_TEXT_UNFIT;
    if (!is_settled(st))
        return PERSIST_TEXT_UNSETTLED;
    size_t size = (size_t)st->st_size;
    char *bytes = apr_palloc(p, size + 1);
    if (read_all(fd, bytes, size + 1) != st->st_size ||
        fstat(fd, &after) != 0 || !persist_kept_same_file(st, &after))
        return PERSIST_TEXT_UNSETTLED;
    text->at = bytes;
    text->end = bytes + size;
    return PERSIST_TEXT_READ;
}

persist_text_result_t persist_text_read(const char *path, apr_pool_t *p,
                                        persist_text_t *text, struct stat *st)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return errno == ENOENT ? PERSIST_TEXT_ABSENT : PERSIST_TEXT_UNFIT;
    persist_text_result_t result = read_open(fd, p, text, st);
    close(fd);
    return result;
}
