/* SPDX-License-Identifier: Apache-2.0 */
/* journal_test.c: a journal is read as far as it is whole. */

#include "state/journal.h"
#include "tap.h"
#include "wire_message.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define ENTRIES 3

static char path[] = "/tmp/jtXXXXXX";

static void write_bytes(const char *bytes, size_t len)
{
    int fd = open(path, O_WRONLY | O_TRUNC);
    if (fd < 0 || write(fd, bytes, len) != (ssize_t)len)
        bail_out("the file can't be written");
    close(fd);
}

static void take(void *context, const wire_message_t *message)
{
    uint64_t *sum = context;
    *sum += message->as.worker.slot;
}

static void test_every_cut(const msgpack_sbuffer *bytes)
{
    size_t frame = bytes->size / ENTRIES;
    int good = 1;
    for (size_t cut = 0; cut <= bytes->size; cut++) {
        uint64_t sum = 0;
        write_bytes(bytes->data, cut);
        int count = journal_read(path, take, &sum);
        int whole = cut % frame == 0;
        good &= whole ? count == (int)(cut / frame)
                      : count == -1 && errno == EBADMSG;
        good &= sum == 10 * (cut / frame);
    }
    ok(good, "cut off anywhere, what is whole is given out, and the rest told");
}

int main(void)
{
    wire_worker_t entry = {.slot = 10, .incarnation = 1, .pid = 99};
    msgpack_sbuffer bytes;
    uint64_t sum = 0;
    int fd = mkstemp(path);
    if (fd < 0)
        bail_out("no temporary file");
    close(fd);
    msgpack_sbuffer_init(&bytes);
    for (int i = 0; i < ENTRIES; i++)
        if (wire_encode(&bytes, WIRE_WORKER, &entry, NULL) != 0)
            bail_out("no frame");
    test_every_cut(&bytes);
    bytes.data[bytes.size / ENTRIES] = 0; /* of the second one's prefix */
    write_bytes(bytes.data, bytes.size);
    is_int(journal_read(path, take, &sum), -1, "a damaged frame is told");
    unlink(path);
    ok(journal_read(path, take, &sum) == -1 && errno == ENOENT,
       "so is a missing file");
    if (mkfifo(path, 0600) != 0)
        bail_out("no FIFO");
    alarm(60);
    ok(journal_read(path, take, &sum) == -1 && errno == EINVAL,
       "a FIFO in its place is not waited for");
    alarm(0);
    unlink(path);
    msgpack_sbuffer_destroy(&bytes);
    return done_testing();
}
