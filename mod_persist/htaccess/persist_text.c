/* SPDX-License-Identifier: Apache-2.0 */
/* persist_text.c: reads small regular files. */

#include "htaccess/persist_text.h"
#include "htaccess/persist_kept.h"

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

static int read_all(int fd, char *text, size_t size)
{
    size_t got = 0;
    ssize_t n;
    while ((n = read(fd, text + got, size - got)) != 0) {
        if (n < 0 && errno != EINTR)
            return -1;
        if (n > 0)
            got += (size_t)n;
        if (got == size)
            return 0;
    }
    return got == size ? 0 : -1;
}

static persist_text_result_t read_open(int fd, apr_pool_t *p,
                                       persist_text_t *text, struct stat *st)
{
    struct stat after;
    if (fstat(fd, st) != 0 || !S_ISREG(st->st_mode) ||
        st->st_size > PERSIST_TEXT_MAX)
        return PERSIST_TEXT_UNFIT;
    if (!is_settled(st))
        return PERSIST_TEXT_UNSETTLED;
    size_t size = (size_t)st->st_size;
    char *bytes = apr_palloc(p, size + 1);
    if (read_all(fd, bytes, size) != 0 || fstat(fd, &after) != 0 ||
        !persist_kept_same_file(st, &after))
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
