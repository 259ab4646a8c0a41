/* SPDX-License-Identifier: Apache-2.0 */
/* looker.c: calls stat, with times in the unit of httpd's r->finfo, and adds
 * watches. */

#include "os/looker.h"

#include "common_tenant.h"
#include "os/notice_ask.h"
#include "slots_table.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int64_t microseconds(const struct timespec *time)
{
    return (int64_t)time->tv_sec * 1000000 + time->tv_nsec / 1000;
}

void looker_stat(const char *path, char kind, look_found_t *found)
{
    struct stat info;
    if (stat(path, &info) != 0) {
        found->error = errno;
        return;
    }
    found->device = (uint64_t)info.st_dev;
    found->owner = info.st_uid;
    if (kind == LOOKER_SCRIPT)
        found->tenant = common_tenant_of(path, &info);
    found->changed = microseconds(&info.st_ctim);
    found->error = S_ISREG(info.st_mode) ? 0 : EINVAL;
    if (!found->error)
        found->version =
            slots_version(microseconds(&info.st_mtim), (uint64_t)info.st_ino,
                          (uint64_t)info.st_size);
}

static void add_watch(int notice, const char *directory, look_found_t *found)
{
    found->watch = notice_ask(notice, directory);
    if (found->watch < 0)
        found->error = errno;
}

static int read_all(int fd, void *bytes, size_t len)
{
    for (char *at = bytes; len > 0;) {
        ssize_t got = read(fd, at, len);
        if (got == 0 || (got < 0 && errno != EINTR))
            return -1;
        if (got > 0) {
            at += got;
            len -= (size_t)got;
        }
    }
    return 0;
}

static int write_all(int fd, const void *bytes, size_t len)
{
    for (const char *at = bytes; len > 0;) {
        ssize_t put = write(fd, at, len);
        if (put < 0 && errno != EINTR)
            return -1;
        if (put > 0) {
            at += put;
            len -= (size_t)put;
        }
    }
    return 0;
}

static int take_question(int fd, looker_question_t *question, char *bytes)
{
    if (read_all(fd, question, sizeof(*question)) != 0 ||
        question->count > LOOKER_ITEMS || question->bytes > LOOKER_BYTES)
        return -1;
    return read_all(fd, bytes, question->bytes);
}

/* A process that waits for a mount which has been removed waits for ever.
 * SIGALRM ends it where SIGKILL would, and persistd gives the look to another
 * looker. */
static void answer_all(const looker_question_t *question, const char *bytes,
                       int notice, look_found_t *found)
{
    memset(found, 0, question->count * sizeof(*found));
    for (uint32_t i = 0; i < question->count; i++) {
        found[i].watch = -1;
        alarm(LOOKER_SECONDS);
        if (*bytes == LOOKER_DIRECTORY)
            add_watch(notice, bytes + 1, &found[i]);
        else
            looker_stat(bytes + 1, *bytes, &found[i]);
        bytes += strlen(bytes) + 1;
    }
    alarm(0);
}

int looker_serve(int fd, int notice)
{
    static char bytes[LOOKER_BYTES];
    static look_found_t found[LOOKER_ITEMS];
    looker_question_t question;
    while (take_question(fd, &question, bytes) == 0) {
        answer_all(&question, bytes, notice, found);
        if (write_all(fd, found, question.count * sizeof(*found)) != 0)
            return 1;
    }
    return 0;
}
