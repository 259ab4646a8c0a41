/* SPDX-License-Identifier: Apache-2.0 */
/* stray.c: writes to single words of a server's table, as any script could.
 *
 *   stray FILE
 *
 * reads lines from stdin, and answers each with one: "list" with all words and
 * whether they are MENDED; "PART.FIELD NUMBER VALUE" with what was there.
 * NUMBER is that of the row; of a slot, for the first of its units and for its
 * hints; of a pool, for its bucket. VALUE is 0, 1, + or - (one more or less),
 * "next" (that of the next row), "ones", "low" or "high" (0 in that half), or
 * "same". The fields come from slots_layout.h (stray_fields.awk). */

#include "slots_object.h"
#include "slots_run.h"
#include "slots_table.h"
#include "stray_why.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct word {
    const char *part, *field, *why;
    size_t at, size, next; /* next: bytes to that of the next row */
} word_t;

#define STRAY(part, field, name, first)                                        \
    {#part,                                                                    \
     #field,                                                                   \
     WHY_##name,                                                               \
     offsetof(slots_##part##_t, field),                                        \
     sizeof(((slots_##part##_t *)NULL)->first),                                \
     sizeof(slots_##part##_t)},

static const word_t words[] = {
#include "slots/tests/stray_fields.h"
    {"unit", "word", WHY_unit_word, 0, sizeof(slots_unit_t),
     sizeof(slots_unit_t)}};

#define WORDS (sizeof(words) / sizeof(words[0]))

static slots_table_t table;

static void die(const char *what)
{
    perror(what);
    exit(1);
}

static void open_table(const char *path)
{
    struct stat info;
    int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &info) != 0)
        die(path);
    size_t bytes = (size_t)info.st_size;
    char *start = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (start == MAP_FAILED)
        die(path);
    if (slots_table_open(&table, start + SLOTS_OBJECT_HEAD,
                         bytes - SLOTS_OBJECT_HEAD) != 0)
        die("table");
}

/* The bucket that leads to the pool. */
static uint32_t bucket_of(uint32_t pool)
{
    for (uint32_t i = 0; i < table.buckets; i++)
        if (atomic_load(&table.index[i].pool) == pool + 1)
            return i;
    return 0;
}

static slots_run_t run_of(uint32_t slot)
{
    return slots_run_of(&table, &table.slots[slot]);
}

static char *row_of(const char *part, uint32_t number)
{
    switch (*part) {
    case 'o':
        return (char *)&table.owners[number];
    case 'b':
        return (char *)&table.index[bucket_of(number)];
    case 's':
        return (char *)&table.slots[number];
    case 'u':
        return (char *)&table.units[run_of(number).first];
    case 'p':
        return (char *)&table.pools[number];
    default:
        return (char *)table.header;
    }
}

/* Those of shared blocks alone have hints. */
static char *hint_of(uint32_t slot)
{
    uint32_t first = run_of(slot).first;
    return (char *)&table
        .hints[first < table.shared ? 0 : (first - table.shared) / SLOTS_BLOCK];
}

static uint64_t get(const char *at, size_t size)
{
    return size == 8 ? atomic_load((_Atomic uint64_t *)at)
                     : atomic_load((_Atomic uint32_t *)at);
}

static void set(char *at, size_t size, uint64_t value)
{
    if (size == 8)
        atomic_store((_Atomic uint64_t *)at, value);
    else
        atomic_store((_Atomic uint32_t *)at, (uint32_t)value);
}

static uint64_t value_of(const char *value, const char *at, const word_t *word)
{
    switch (*value) {
    case '+':
        return get(at, word->size) + 1;
    case '-':
        return get(at, word->size) - 1;
    case 'n':
        return get(at + word->next, word->size);
    case 'o':
        return UINT64_MAX;
    case 'l':
        return get(at, word->size) & ~(uint64_t)UINT32_MAX;
    case 'h':
        return get(at, word->size) & UINT32_MAX;
    default:
        return (uint64_t)(*value == '1');
    }
}

static const word_t *find(const char *name)
{
    for (size_t i = 0; i < WORDS; i++) {
        size_t len = strlen(words[i].part);
        if (strncmp(name, words[i].part, len) == 0 && name[len] == '.' &&
            strcmp(name + len + 1, words[i].field) == 0)
            return &words[i];
    }
    return NULL;
}

static void overwrite(const word_t *word, uint32_t number, const char *value)
{
    char *row = *word->part == 'h' && word->part[1] == 'i'
                    ? hint_of(number)
                    : row_of(word->part, number);
    char *at = row + word->at;
    printf("%" PRIx64 "\n", get(at, word->size));
    if (*value != 's')
        set(at, word->size, value_of(value, at, word));
}

static void list(void)
{
    for (size_t i = 0; i < WORDS; i++)
        printf("%s%s.%s=%s", i ? " " : "", words[i].part, words[i].field,
               *words[i].why ? "harmless" : "mended");
    printf("\n");
}

static void obey(const char *line)
{
    char name[64], value[8];
    uint32_t number;
    if (strncmp(line, "list", 4) == 0) {
        list();
    } else if (sscanf(line, "%63s %" SCNu32 " %7s", name, &number, value) ==
                   3 &&
               find(name)) {
        overwrite(find(name), number, value);
    } else {
        printf("?\n");
    }
    fflush(stdout);
}

int main(int argc, char **argv)
{
    char line[128];
    if (argc != 2) {
        fprintf(stderr, "usage: stray FILE\n");
        return 2;
    }
    open_table(argv[1]);
    while (fgets(line, sizeof(line), stdin))
        obey(line);
    return 0;
}
