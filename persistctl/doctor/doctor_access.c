/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_access.c: the decision on modes and access control lists. */

#include "doctor/doctor_access.h"

static int is_member(const doctor_who_t *who, gid_t group)
{
    for (int i = 0; i < who->group_count; i++)
        if (who->groups[i] == group)
            return 1;
    return who->gid == group;
}

/* What the entries of this kind limit the others to. */
static int mask_of(const doctor_node_t *node)
{
    for (size_t i = 0; i < node->acl_count; i++)
        if (node->acl[i].tag == DOCTOR_ACL_MASK)
            return node->acl[i].permissions;
    return 7;
}

static const doctor_acl_t *named(const doctor_node_t *node,
                                 const doctor_who_t *who)
{
    for (size_t i = 0; i < node->acl_count; i++)
        if (node->acl[i].tag == DOCTOR_ACL_USER &&
            node->acl[i].id == (uint32_t)who->uid)
            return &node->acl[i];
    return NULL;
}

/* Returns 1 if one of the user's groups grants all that is wanted, 0 if groups
 * of the user are named but none does, and -1 if none is named. */
static int by_groups(const doctor_node_t *node, const doctor_who_t *who,
                     int want)
{
    int found = -1;
    for (size_t i = 0; i < node->acl_count; i++) {
        const doctor_acl_t *entry = &node->acl[i];
        int owning = entry->tag == DOCTOR_ACL_OWNING_GROUP;
        gid_t group = owning ? node->group : (gid_t)entry->id;
        if ((!owning && entry->tag != DOCTOR_ACL_GROUP) ||
            !is_member(who, group))
            continue;
        if ((entry->permissions & mask_of(node) & want) == want)
            return 1;
        found = 0;
    }
    return found;
}

static int by_mode(const doctor_node_t *node, const doctor_who_t *who, int want)
{
    mode_t mode = node->mode;
    if (who->uid == node->owner)
        mode >>= 6;
    else if (is_member(who, node->group))
        mode >>= 3;
    return ((int)mode & want) == want;
}

int doctor_access_allows(const doctor_node_t *node, const doctor_who_t *who,
                         int want)
{
    if (who->uid == 0)
        return 1;
    if (node->acl_count == 0 || who->uid == node->owner)
        return by_mode(node, who, want);
    const doctor_acl_t *own = named(node, who);
    if (own)
        return (own->permissions & mask_of(node) & want) == want;
    int groups = by_groups(node, who, want);
    return groups >= 0 ? groups : ((int)node->mode & want) == want;
}
