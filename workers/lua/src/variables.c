/* SPDX-License-Identifier: Apache-2.0 */
/* variables.c: the CGI variables as a table. Most of them are those of the last
 * request, at the same places, and a string that Lua has costs less than one
 * that is made.
 * Why: docs/decisions/variables-in-lua-keep-their-strings.md */

#include "sdk.h"

#include <stdlib.h>
#include <string.h>

typedef struct block {
    char *bytes;
    size_t len, room;
} block_t;

/* The last variables. Their strings are in a table, at the same places. */
static block_t last;

/* Pushes the table of strings. */
static void push_strings(lua_State *L)
{
    lua_pushlightuserdata(L, &last);
    lua_rawget(L, LUA_REGISTRYINDEX);
    if (lua_istable(L, -1))
        return;
    lua_pop(L, 1);
    lua_createtable(L, 128, 0);
    lua_pushlightuserdata(L, &last);
    lua_pushvalue(L, -2);
    lua_rawset(L, LUA_REGISTRYINDEX);
}

/* Pushes the text, and has it at this place of the table at index 2. */
static void push_new(lua_State *L, int place, const char *text)
{
    lua_pushstring(L, text);
    lua_pushvalue(L, -1);
    lua_rawseti(L, 2, place);
}

/* Returns the length of a name and its value in a block. */
static size_t pair_length(const char *pair)
{
    size_t name = strlen(pair) + 1;
    return name + strlen(pair + name) + 1;
}

/* Fills the table at index 3 with the variables of a block. */
static void fill(lua_State *L, const char *block, size_t len,
                 const block_t *known)
{
    size_t old = 0, n;
    int place = 1;
    for (size_t at = 0; at < len; at += n, place += 2) {
        const char *pair = block + at;
        n = pair_length(pair);
        if (n <= known->len - old && memcmp(known->bytes + old, pair, n) == 0) {
            lua_rawgeti(L, 2, place);
            lua_rawgeti(L, 2, place + 1);
            old += n;
        } else {
            push_new(L, place, pair);
            push_new(L, place + 1, pair + strlen(pair) + 1);
            old += old < known->len ? pair_length(known->bytes + old) : 0;
        }
        lua_rawset(L, 3);
    }
}

static void copy(block_t *to, const char *block, size_t len)
{
    to->len = 0;
    if (len >= to->room) {
        char *larger = realloc(to->bytes, len + 1);
        if (!larger)
            return;
        to->bytes = larger;
        to->room = len + 1;
    }
    memcpy(to->bytes, block, len);
    to->len = len;
}

/* While strings are made, a finalizer of the script may call this, too, or Lua
 * may raise an error: nothing is known then. */
int sdk_variables(lua_State *L)
{
    const persist_request_t *request = sdk_request_check(L);
    size_t len;
    const char *block = persist_request_variables(request, &len);
    lua_settop(L, 1);
    push_strings(L);
    lua_createtable(L, 0, 48);
    block_t known = last;
    last = (block_t){0};
    fill(L, block, len, &known);
    copy(&known, block, len);
    free(last.bytes);
    last = known;
    return 1;
}
