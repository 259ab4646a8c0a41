/* SPDX-License-Identifier: Apache-2.0 */
/* persist_local_linux.c: persist_local.h by the file system's number. */

#include "common_system.h"

#ifdef COMMON_LINUX

#include "htaccess/persist_local.h"

#include <linux/magic.h>
#include <sys/vfs.h>

/* Not in <linux/magic.h> of all versions. */
#define XFS_MAGIC 0x58465342ul
#define ZFS_MAGIC 0x2fc12fc1ul
#define BCACHEFS_MAGIC 0xca451a4eul

static int is_known(const struct statfs *fs)
{
    switch ((unsigned long)fs->f_type) {
    case EXT4_SUPER_MAGIC: /* also ext2 and ext3 */
    case XFS_MAGIC:
    case BTRFS_SUPER_MAGIC:
    case F2FS_SUPER_MAGIC:
    case ZFS_MAGIC:
    case BCACHEFS_MAGIC:
    case TMPFS_MAGIC:
    case OVERLAYFS_SUPER_MAGIC:
        return 1;
    default:
        return 0;
    }
}

int persist_local_is(const char *dir)
{
    struct statfs fs;
    return statfs(dir, &fs) == 0 && is_known(&fs);
}

int persist_local_is_open(int fd)
{
    struct statfs fs;
    return fstatfs(fd, &fs) == 0 && is_known(&fs);
}

#endif /* COMMON_LINUX */
