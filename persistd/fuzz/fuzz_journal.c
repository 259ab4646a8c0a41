/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_journal.c: whatever a predecessor's journal contains, persistd starts,
 * and the journal that it writes makes the same pools again. */

#include "common_names.h"
#include "fuzz_instance.h"
#include "run/adopt.h"

static persistd_t pd;

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    fuzz_open(&pd);
    return 0;
}

static void journal_path(char path[COMMON_PATH_SIZE])
{
    if (common_name_path(path, fuzz_instance, COMMON_NAME_JOURNAL) != 0)
        abort();
}

/* A pool for the following messages to refer to. */
static void put_pool(msgpack_sbuffer *journal)
{
    const char *script = "/bin/true";
    const wire_ensure_t ensure = {
        .key_low = 1,
        .script = {(const uint8_t *)script, strlen(script)},
        .settings = {.workers_max = 1, .concurrency = 1},
    };
    if (wire_encode(journal, WIRE_ENSURE, &ensure, NULL) != 0)
        abort();
}

static void write_journal(const uint8_t *data, size_t size)
{
    char path[COMMON_PATH_SIZE];
    msgpack_sbuffer journal;
    msgpack_sbuffer_init(&journal);
    put_pool(&journal);
    if (size > 0 &&
        msgpack_sbuffer_write(&journal, (const char *)data, size) != 0)
        abort();
    journal_path(path);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0 ||
        write(fd, journal.data, journal.size) != (ssize_t)journal.size ||
        close(fd) != 0)
        abort();
    msgpack_sbuffer_destroy(&journal);
}

/* Removed pools also leave the journal. A persistd that dies leaves it as it
 * is. */
static void die(void)
{
    char path[COMMON_PATH_SIZE], kept[COMMON_PATH_SIZE];
    journal_path(path);
    strcat(strcpy(kept, fuzz_instance), "/p/kept");
    unlink(kept); /* rename() does nothing to two names of one file */
    if (link(path, kept) != 0)
        abort();
    fuzz_forget_pools(&pd);
    if (rename(kept, path) != 0)
        abort();
}

typedef struct seen {
    uint32_t pools, stopped;
} seen_t;

static seen_t adopt(void)
{
    seen_t seen = {0};
    adopt_all(&pd);
    for (uint32_t i = 0; i < FUZZ_POOLS; i++) {
        seen.pools += pd.pools[i] != NULL;
        seen.stopped += pd.pools[i] && pd.pools[i]->stopped;
    }
    die();
    return seen;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    write_journal(data, size);
    seen_t first = adopt(), second = adopt();
    if (pd.workers || first.pools != second.pools ||
        first.stopped != second.stopped)
        abort();
    return 0;
}
