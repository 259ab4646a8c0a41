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

int cgi_version_is(const cgi_version_t *version, const char *path)
{
    cgi_version_t now = cgi_version_of(path);
    return memcmp(&now, version, sizeof(now)) == 0;
}
