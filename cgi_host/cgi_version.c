/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_version.c: stat(). */

#include "cgi_version.h"

#include <string.h>

/* Cleared, so that the gaps between the members are equal, too. */
cgi_version_t cgi_version_of(const char *path)
{
    cgi_version_t version;
    struct stat facts;
    memset(&version, 0, sizeof(version));
    if (stat(path, &facts) != 0)
        return version;
    version.device = facts.st_dev;
    version.inode = facts.st_ino;
    version.size = facts.st_size;
    version.mode = facts.st_mode;
    version.written = facts.st_mtim;
    version.changed = facts.st_ctim;
    return version;
}

cgi_version_t cgi_version_of_directory(const char *path)
{
    cgi_version_t version, all = cgi_version_of(path);
    memset(&version, 0, sizeof(version));
    version.device = all.device;
    version.inode = all.inode;
    return version;
}

static int are_same(const cgi_version_t *a, const cgi_version_t *b)
{
    return memcmp(a, b, sizeof(*a)) == 0;
}

int cgi_version_is(const cgi_version_t *version, const char *path)
{
    cgi_version_t now = cgi_version_of(path);
    return are_same(version, &now);
}

int cgi_version_is_directory(const cgi_version_t *version, const char *path)
{
    cgi_version_t now = cgi_version_of_directory(path);
    return are_same(version, &now);
}
