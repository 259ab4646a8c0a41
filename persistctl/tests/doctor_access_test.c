/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_access_test.c: modes and access control lists, as the kernel reads
 * them. */

#include "doctor/doctor_access.h"
#include "tap.h"

static const doctor_who_t web = {
    .uid = 33, .gid = 33, .groups = {33, 50}, .group_count = 2};

static doctor_node_t file(uid_t owner, gid_t group, mode_t mode)
{
    return (doctor_node_t){.owner = owner, .group = group, .mode = mode};
}

static void add(doctor_node_t *node, uint16_t tag, uint16_t permissions,
                uint32_t id)
{
    node->acl[node->acl_count++] = (doctor_acl_t){tag, permissions, id};
}

static void test_modes(void)
{
    doctor_node_t node = file(1000, 1000, 0644);
    ok(doctor_access_allows(&node, &web, DOCTOR_READ), "others may read 644");
    ok(!doctor_access_allows(&node, &web, DOCTOR_WRITE), "but not write");
    node = file(1000, 33, 0640);
    ok(doctor_access_allows(&node, &web, DOCTOR_READ), "its group may read");
    node = file(1000, 50, 0640);
    ok(doctor_access_allows(&node, &web, DOCTOR_READ),
       "a supplementary group, too");
    node = file(1000, 33, 0604);
    ok(!doctor_access_allows(&node, &web, DOCTOR_READ),
       "a member of the group is not one of the others");
    node = file(33, 33, 0077);
    ok(!doctor_access_allows(&node, &web, DOCTOR_READ),
       "and the owner is none of either");
    node = file(1000, 1000, 0701);
    ok(doctor_access_allows(&node, &web, DOCTOR_SEARCH), "701 is searched");
    node = file(1000, 1000, 0700);
    ok(!doctor_access_allows(&node, &web, DOCTOR_SEARCH), "700 is not");
    const doctor_who_t root = {.uid = 0};
    ok(doctor_access_allows(&node, &root, DOCTOR_SEARCH), "but by root");
}

static void test_named_user(void)
{
    doctor_node_t node = file(1000, 1000, 0640);
    add(&node, DOCTOR_ACL_OWNER, 6, 0);
    add(&node, DOCTOR_ACL_USER, 4, 33);
    add(&node, DOCTOR_ACL_OWNING_GROUP, 0, 0);
    add(&node, DOCTOR_ACL_MASK, 4, 0);
    add(&node, DOCTOR_ACL_OTHER, 0, 0);
    ok(doctor_access_allows(&node, &web, DOCTOR_READ),
       "setfacl -m u:www-data:r lets it read");
    node.acl[3].permissions = 0;
    ok(!doctor_access_allows(&node, &web, DOCTOR_READ),
       "unless the mask takes it away");
}

static void test_named_groups(void)
{
    doctor_node_t node = file(1000, 33, 0664);
    add(&node, DOCTOR_ACL_OWNING_GROUP, 0, 0);
    add(&node, DOCTOR_ACL_GROUP, 4, 50);
    add(&node, DOCTOR_ACL_MASK, 6, 0);
    add(&node, DOCTOR_ACL_OTHER, 4, 0);
    ok(doctor_access_allows(&node, &web, DOCTOR_READ),
       "one of the groups is enough");
    node.acl[1].permissions = 0;
    ok(!doctor_access_allows(&node, &web, DOCTOR_READ),
       "if none grants it, the others' bits do not count");
    node.group = 7;
    node.acl[1].id = 8;
    ok(doctor_access_allows(&node, &web, DOCTOR_READ),
       "they count if no group is the user's");
}

int main(void)
{
    test_modes();
    test_named_user();
    test_named_groups();
    return done_testing();
}
