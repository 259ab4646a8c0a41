/* SPDX-License-Identifier: Apache-2.0 */
/* door_trust_test.c: whose files are believed. */

#include "door_trust.h"
#include "tap.h"

enum { US = 10, OWNER = 20, OTHER = 30 };

static const door_trust_t trust = {US, OWNER};

static struct stat file(uid_t uid, mode_t mode)
{
    return (struct stat){.st_uid = uid, .st_mode = mode};
}

static void test_files(void)
{
    struct stat ours = file(US, S_IFREG | 0755);
    struct stat roots = file(0, S_IFREG | 0755);
    struct stat owners = file(OWNER, S_IFREG | 0600);
    struct stat others = file(OTHER, S_IFREG | 0600);
    struct stat group = file(US, S_IFREG | 0664);
    struct stat world = file(0, S_IFREG | 0646);
    ok(!door_trust_fault(&trust, &ours), "our own");
    ok(!door_trust_fault(&trust, &roots), "root's");
    ok(!door_trust_fault(&trust, &owners), "the owner's of the program");
    ok(door_trust_fault(&trust, &others), "nobody else's");
    ok(door_trust_fault(&trust, &group), "none that a group can change");
    ok(door_trust_fault(&trust, &world), "none that others can change");
}

static void test_above(void)
{
    struct stat closed = file(0, S_IFDIR | 0755);
    struct stat sticky = file(0, S_IFDIR | S_ISVTX | 0777);
    struct stat loose = file(0, S_IFDIR | 0775);
    struct stat link = file(US, S_IFLNK | 0777);
    struct stat ours = file(US, S_IFDIR | 0755);
    struct stat others = file(OTHER, S_IFDIR | 0755);
    ok(!door_trust_above(US, &closed), "a directory that others cannot change");
    ok(!door_trust_above(US, &ours), "our own");
    ok(!door_trust_above(US, &sticky), "/tmp");
    ok(door_trust_above(US, &others), "another user's is refused");
    ok(door_trust_above(US, &loose), "so is a loose one");
    ok(door_trust_above(US, &link), "and a link");
}

static void test_private(void)
{
    struct stat ours = file(US, S_IFDIR | 0700);
    struct stat owners = file(OWNER, S_IFDIR | 0700);
    struct stat roots = file(0, S_IFDIR | 0700);
    struct stat open = file(US, S_IFDIR | 0701);
    struct stat no_directory = file(US, S_IFREG | 0700);
    ok(!door_trust_private(US, &ours), "ours alone");
    ok(door_trust_private(US, &owners), "not the owner's of the program");
    ok(door_trust_private(US, &roots), "not even root's");
    ok(door_trust_private(US, &open), "not one that others can enter");
    ok(door_trust_private(US, &no_directory), "nothing but a directory");
}

int main(void)
{
    test_files();
    test_above();
    test_private();
    return done_testing();
}
