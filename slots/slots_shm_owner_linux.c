/* SPDX-License-Identifier: Apache-2.0 */
/* slots_shm_owner_linux.c: APR tells neither the descriptor nor the name of
 * what it has mapped, but /proc/self/maps has its inode and path. */

#include "slots_shm_owner.h"

#ifdef __linux__

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct mapping {
    uintptr_t from, to;
    uint64_t inode;
    char path[PATH_MAX];
} mapping_t;

/* Returns 1 when the line tells of a file. */
static int mapping_parse(mapping_t *mapping, const char *line)
{
    int at = 0;
    if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %*s %*s %*s %" SCNu64 " %n",
               &mapping->from, &mapping->to, &mapping->inode, &at) != 3 ||
        at == 0 || line[at] != '/')
        return 0;
    snprintf(mapping->path, sizeof(mapping->path), "%.*s",
             (int)strcspn(line + at, "\n"), line + at);
    return 1;
}

/* Returns 1 when there is one with a file. */
static int mapping_find(mapping_t *mapping, FILE *maps, uintptr_t address)
{
    char line[PATH_MAX + 128];
    while (fgets(line, sizeof(line), maps))
        if (mapping_parse(mapping, line) && mapping->from <= address &&
            address < mapping->to)
            return 1;
    return 0;
}

/* The path may lead to another file by now: then it is not that inode. */
int slots_shm_is_foreign(const void *address)
{
    mapping_t mapping;
    struct stat info;
    FILE *maps = fopen("/proc/self/maps", "re");
    int found = maps && mapping_find(&mapping, maps, (uintptr_t)address);
    if (maps)
        fclose(maps);
    return !found || stat(mapping.path, &info) != 0 ||
           info.st_ino != mapping.inode || info.st_uid != geteuid();
}

#endif /* __linux__ */
