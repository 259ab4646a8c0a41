/* SPDX-License-Identifier: Apache-2.0 */
/* recent.c: a list of lines for each script. A flood of one script takes only
 * its own lines, because what has most is cut first. */

#include "base/recent.h"

#include "base/heap.h"

#include <stdlib.h>
#include <string.h>

/* When there is too much in all, so much goes at once of the largest script,
 * until there is room for a while: finding it takes a look at all. */
#define CUT_BYTES 4096u
#define CUT_ALL (RECENT_ALL_MAX / 16)

#define OWNER_GROUPS 1024u

/* About what the heap adds to a piece of memory. */
#define HEAP_BYTES 16u

const char *recent_kind_text(recent_kind_t kind)
{
    static const char *const texts[] = {"said", "printed", "fault", "start",
                                        "order"};
    return texts[kind];
}

/* FNV-1a */
static uint32_t chain_of(const char *path)
{
    uint32_t hash = 2166136261u;
    for (; *path; path++)
        hash = (hash ^ (unsigned char)*path) * 16777619u;
    return hash % RECENT_CHAINS;
}

recent_script_t *recent_find(const recent_t *recent, const char *path)
{
    recent_script_t *script = recent->chains[chain_of(path)];
    while (script && strcmp(script->path, path) != 0)
        script = script->chained;
    return script;
}

const recent_script_t *recent_next(const recent_t *recent,
                                   const recent_script_t *last, uint32_t *chain)
{
    const recent_script_t *script = last ? last->chained : NULL;
    while (!script && *chain < RECENT_CHAINS)
        script = recent->chains[(*chain)++];
    return script;
}

/* ---- cutting ---- */

static void drop_first(recent_t *recent, recent_script_t *script)
{
    recent_node_t *node = script->first;
    script->first = node->next;
    if (!script->first)
        script->last = NULL;
    script->cut = node->line.number;
    script->bytes -= node->bytes;
    recent->bytes -= node->bytes;
    free(node);
}

static void drop_all(recent_t *recent, recent_script_t *script)
{
    while (script->first)
        drop_first(recent, script);
}

static void forget(recent_t *recent, recent_script_t *script)
{
    recent_script_t **link = &recent->chains[chain_of(script->path)];
    drop_all(recent, script);
    while (*link != script)
        link = &(*link)->chained;
    *link = script->chained;
    recent->bytes -= script->bytes;
    recent->count--;
    free(script->path);
    free(script);
}

static uint32_t group_of(const recent_script_t *script)
{
    return (uint32_t)script->owner % OWNER_GROUPS;
}

static int is_larger(const recent_script_t *a, const recent_script_t *b)
{
    return a->bytes > b->bytes;
}

static recent_script_t *largest(const recent_t *recent)
{
    const recent_script_t *found = NULL, *script = NULL;
    for (uint32_t chain = 0;
         (script = recent_next(recent, script, &chain)) != NULL;)
        if (!found || is_larger(script, found))
            found = script;
    return (recent_script_t *)found;
}

/* The group whose owners have most scripts. Owners of one group share it, so
 * that one look at all is enough. */
static uint32_t largest_group(const recent_t *recent)
{
    uint32_t counts[OWNER_GROUPS] = {0}, found = 0, chain = 0;
    const recent_script_t *script = NULL;
    while ((script = recent_next(recent, script, &chain)) != NULL)
        counts[group_of(script)]++;
    for (uint32_t group = 1; group < OWNER_GROUPS; group++)
        if (counts[group] > counts[found])
            found = group;
    return found;
}

/* The one silent longest of those who have most, but not this one. */
static recent_script_t *oldest(const recent_t *recent,
                               const recent_script_t *but)
{
    uint32_t group = largest_group(recent), chain = 0;
    const recent_script_t *found = NULL, *script = NULL;
    while ((script = recent_next(recent, script, &chain)) != NULL)
        if (script != but && group_of(script) == group &&
            (!found || script->newest < found->newest))
            found = script;
    return (recent_script_t *)found;
}

/* A script of one line is small: where that is the largest, there are thousands
 * of them. */
static void cut_largest(recent_t *recent)
{
    recent_script_t *script = largest(recent);
    size_t had = script->bytes;
    while (script->first != script->last && had - script->bytes < CUT_BYTES)
        drop_first(recent, script);
    if (had == script->bytes)
        forget(recent, script);
}

static void make_room(recent_t *recent, recent_script_t *script)
{
    while (script->bytes > RECENT_SCRIPT_MAX && script->first != script->last)
        drop_first(recent, script);
    if (recent->bytes <= RECENT_ALL_MAX)
        return;
    while (recent->bytes > RECENT_ALL_MAX - CUT_ALL)
        cut_largest(recent);
}

/* ---- adding ---- */

static recent_script_t *make_script(recent_t *recent, const char *path,
                                    uid_t owner)
{
    recent_script_t **chain = &recent->chains[chain_of(path)];
    recent_script_t *script = heap_make(1, sizeof(*script));
    size_t len = strlen(path);
    script->path = heap_text(path, len);
    script->owner = owner;
    script->bytes = sizeof(*script) + len + 1 + 2 * HEAP_BYTES;
    script->chained = *chain;
    *chain = script;
    recent->bytes += script->bytes;
    if (++recent->count > RECENT_SCRIPTS_MAX)
        forget(recent, oldest(recent, script));
    return script;
}

void recent_own(recent_t *recent, const char *path, uid_t owner)
{
    recent_script_t *script = recent_find(recent, path);
    if (!script || owner == RECENT_NOBODY || owner == script->owner)
        return;
    if (script->owner != RECENT_NOBODY)
        drop_all(recent, script);
    script->owner = owner;
}

static recent_node_t *make_node(const recent_line_t *line)
{
    size_t len = line->len < RECENT_TEXT_MAX ? line->len : RECENT_TEXT_MAX;
    size_t bytes = sizeof(recent_node_t) + line->id_len + len + 2;
    recent_node_t *node = heap_make(bytes, 1);
    char *text = node->texts + line->id_len + 1;
    if (line->id_len > 0)
        memcpy(node->texts, line->id, line->id_len);
    if (len > 0)
        memcpy(text, line->text, len);
    node->line = *line;
    node->line.id = node->texts;
    node->line.text = text;
    node->line.len = len;
    node->bytes = bytes + HEAP_BYTES;
    return node;
}

void recent_add(recent_t *recent, const char *path, uid_t owner,
                const recent_line_t *line)
{
    recent_script_t *script = recent_find(recent, path);
    if (!script)
        script = make_script(recent, path, owner);
    if (script->owner == RECENT_NOBODY)
        script->owner = owner;
    if (owner != RECENT_NOBODY && owner != script->owner)
        return;
    recent_node_t *node = make_node(line);
    node->line.number = script->newest = ++recent->number;
    if (script->last)
        script->last->next = node;
    else
        script->first = node;
    script->last = node;
    script->bytes += node->bytes;
    recent->bytes += node->bytes;
    make_room(recent, script);
}
