/* SPDX-License-Identifier: Apache-2.0 */
/* door_trust.c: owners and modes. */

#include "door_trust.h"

#include <stddef.h>

#define OTHERS (S_IWGRP | S_IWOTH)

const char *door_trust_fault(const door_trust_t *trust, const struct stat *info)
{
    if (info->st_uid != 0 && info->st_uid != trust->us &&
        info->st_uid != trust->owner)
        return "belongs to another user than persist-cgi beside it: chown it";
    if (info->st_mode & OTHERS)
        return "can be written by its group or by others: chmod go-w";
    return NULL;
}

/* In a sticky directory others can make files, but not move ours. */
const char *door_trust_above(uid_t us, const struct stat *info)
{
    if (!S_ISDIR(info->st_mode))
        return "is not a directory";
    if (info->st_uid != 0 && info->st_uid != us)
        return "belongs to another user, who can replace what is below it";
    if ((info->st_mode & OTHERS) && !(info->st_mode & S_ISVTX))
        return "can be written by its group or by others: chmod go-w";
    return NULL;
}

const char *door_trust_private(uid_t us, const struct stat *info)
{
    if (!S_ISDIR(info->st_mode))
        return "is not a directory: another user may have put it there";
    if (info->st_uid != us)
        return "belongs to another user: name another by PersistRuntimeDir";
    if (info->st_mode & (S_IRWXG | S_IRWXO))
        return "is open to its group or to others: chmod 700";
    return NULL;
}
