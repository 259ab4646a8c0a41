/* SPDX-License-Identifier: Apache-2.0 */
/* room_test.c: a table for which there is not enough room, on a /dev/shm of our
 * own. */

#include "slots_map.h"
#include "tap.h"

#ifdef __linux__

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

static const slots_sizes_t sizes = {.owners = 3, .slots = 9, .pools = 9};
static const char path[] = "/tmp/slots-room";

static uint64_t pages(uint64_t bytes)
{
    return (bytes + 4095) / 4096;
}

static int mount_small(uint64_t page_count)
{
    char options[64];
    snprintf(options, sizeof(options), "size=%" PRIu64 ",mode=1777",
             page_count * 4096);
    return mount("slots", "/dev/shm", "tmpfs", 0, options);
}

static int write_file(const char *name, const char *text)
{
    int fd = open(name, O_WRONLY);
    int written = fd >= 0 && write(fd, text, strlen(text)) > 0;
    if (fd >= 0)
        close(fd);
    return written ? 0 : -1;
}

/* With a user namespace, where that is allowed, any user may mount. */
static int may_mount(void)
{
    char users[32], groups[32];
    if (geteuid() == 0)
        return unshare(CLONE_NEWNS) == 0 &&
               mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0;
    snprintf(users, sizeof(users), "%u %u 1", geteuid(), geteuid());
    snprintf(groups, sizeof(groups), "%u %u 1", getegid(), getegid());
    return unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 &&
           write_file("/proc/self/uid_map", users) == 0 &&
           write_file("/proc/self/setgroups", "deny") == 0 &&
           write_file("/proc/self/gid_map", groups) == 0;
}

static uint64_t free_pages(void)
{
    struct statvfs info;
    if (statvfs("/dev/shm", &info) != 0)
        bail_out("no /dev/shm");
    return pages((uint64_t)info.f_bavail * info.f_frsize);
}

/* A size of 0 would mean no limit. */
static void mount_free(uint64_t page_count)
{
    static const char page[4096];
    int fd;
    if (mount_small(page_count ? page_count : 1) != 0)
        bail_out("no tmpfs");
    if (page_count)
        return;
    fd = open("/dev/shm/full", O_WRONLY | O_CREAT, 0600);
    if (fd < 0 || write(fd, page, sizeof(page)) != sizeof(page))
        bail_out("no file");
    close(fd);
}

static void test_too_small(uint64_t have, uint64_t needed)
{
    slots_room_t room;
    slots_map_t made;
    mount_free(have);
    printf("# %" PRIu64 " free of %" PRIu64 " pages\n", have, needed);
    ok(slots_map_make(&made, path, &sizes, &room) == -1 && errno == ENOSPC,
       "too few pages: refused, not killed");
    is_int(room.free, have * 4096, "it says what there was");
    is_int(pages(room.wanted), needed, "and what it takes");
    is_int(free_pages(), have, "and takes nothing");
    umount2("/dev/shm", MNT_DETACH);
}

static void test_room(uint64_t needed)
{
    slots_room_t room;
    slots_map_t made;
    test_too_small(0, needed);
    test_too_small(1, needed);
    test_too_small(needed - 1, needed);
    mount_free(needed);
    if (!is_int(slots_map_make(&made, path, &sizes, &room), 0,
                "as many pages as it takes are enough"))
        return;
    is_int(free_pages(), 0, "all of them are taken at once");
    memset(made.table.header, 0x55, slots_table_bytes(&sizes));
    ok(1, "and all can be written");
    slots_object_remove(path);
}

int main(void)
{
    if (!may_mount() || mount_small(1) != 0) {
        puts("1..0 # SKIP no mount of one's own");
        return 0;
    }
    umount2("/dev/shm", MNT_DETACH);
    test_room(pages(slots_table_bytes(&sizes) + SLOTS_OBJECT_HEAD));
    return done_testing();
}

#else

int main(void)
{
    puts("1..0 # SKIP needs namespaces");
    return 0;
}

#endif
