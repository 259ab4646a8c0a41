/* SPDX-License-Identifier: Apache-2.0 */
/* common_tenant.c: follows the links of a path. Any user can make a link to
 * another user's file, so the link's owner counts as the tenant. */

#include "common_tenant.h"

#include <limits.h>
#include <string.h>

static int is_users_link(const char *path, uid_t *owner)
{
    struct stat info;
    if (lstat(path, &info) != 0 || !S_ISLNK(info.st_mode) || info.st_uid == 0)
        return 0;
    *owner = info.st_uid;
    return 1;
}

/* Cuts the path after each of its parts in turn, to check that part. */
static int find_link(char *path, uid_t *owner)
{
    int found = 0;
    for (char *end = strchr(path + 1, '/'); end && !found;
         end = strchr(end + 1, '/')) {
        *end = '\0';
        found = is_users_link(path, owner);
        *end = '/';
    }
    return found || is_users_link(path, owner);
}

static uid_t directory_owner(char *path, uid_t otherwise)
{
    struct stat info;
    char *name = strrchr(path, '/');
    if (name == path)
        name++;
    *name = '\0';
    return stat(path, &info) == 0 ? info.st_uid : otherwise;
}

uid_t common_tenant_of(const char *path, const struct stat *file)
{
    char text[PATH_MAX];
    uid_t owner = file->st_uid;
    size_t len = strlen(path);
    if (path[0] != '/' || len >= sizeof(text))
        return owner;
    memcpy(text, path, len + 1);
    if (find_link(text, &owner))
        return owner;
    return file->st_nlink > 1 ? directory_owner(text, owner) : owner;
}
