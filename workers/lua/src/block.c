/* SPDX-License-Identifier: Apache-2.0 */
/* block.c: turns a table of headers into a block for the core. The core checks
 * headers, too; the checks here name the wrong one. */

#include "sdk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* One block for the process, used again by each call. */
static char *bytes;
static size_t used, room;

/* tchar of RFC 9110, 5.6.2 */
static int is_token(unsigned char c)
{
    unsigned char letter = c | 0x20;
    if ((letter >= 'a' && letter <= 'z') || (c >= '0' && c <= '9'))
        return 1;
    return c != 0 && strchr("!#$%&'*+-.^_`|~", c) != NULL;
}

static void check_name(lua_State *L, const char *name, size_t len)
{
    size_t i = 0;
    while (i < len && is_token((unsigned char)name[i]))
        i++;
    if (len == 0 || i < len)
        luaL_error(L, "no name for a header: '%s'", name);
}

static void check_value(lua_State *L, const char *name, const char *value,
                        size_t len)
{
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)value[i];
        if ((c < 0x20 && c != '\t') || c == 0x7f)
            luaL_error(L, "header %s has control characters", name);
    }
}

static void add_string(lua_State *L, const char *text, size_t len)
{
    if (len >= room - used) {
        size_t wanted = room + len + 1024;
        char *larger = realloc(bytes, wanted);
        if (!larger)
            luaL_error(L, "not enough memory");
        bytes = larger;
        room = wanted;
    }
    memcpy(bytes + used, text, len);
    bytes[used + len] = '\0';
    used += len + 1;
}

/* The value is on top. It is copied, because lua_tolstring() would change a
 * number in its table. */
static void add_one(lua_State *L, const char *name, size_t name_len)
{
    size_t len;
    lua_pushvalue(L, -1);
    const char *value = lua_tolstring(L, -1, &len);
    if (!value)
        luaL_error(L, "header %s is no string, but a %s", name,
                   luaL_typename(L, -1));
    check_value(L, name, value, len);
    add_string(L, name, name_len);
    add_string(L, value, len);
    lua_pop(L, 1);
}

/* The name is below the value, which is on top; both stay there. */
static void add(lua_State *L)
{
    size_t len;
    if (lua_type(L, -2) != LUA_TSTRING)
        luaL_error(L, "the name of a header is no string, but a %s",
                   luaL_typename(L, -2));
    const char *name = lua_tolstring(L, -2, &len);
    check_name(L, name, len);
    if (!lua_istable(L, -1)) {
        add_one(L, name, len);
        return;
    }
    int count = (int)lua_rawlen(L, -1);
    for (int i = 1; i <= count; i++) {
        lua_rawgeti(L, -1, i);
        add_one(L, name, len);
        lua_pop(L, 1);
    }
}

/* A table that has both would lose its names. */
static void check_list(lua_State *L, int index)
{
    for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1))
        if (lua_type(L, -2) != LUA_TNUMBER)
            luaL_error(L, "headers are a list of pairs, or names and values, "
                          "not both");
}

static void add_pairs(lua_State *L, int index)
{
    check_list(L, index);
    int count = (int)lua_rawlen(L, index);
    for (int i = 1; i <= count; i++) {
        lua_rawgeti(L, index, i);
        if (!lua_istable(L, -1))
            luaL_error(L, "header %d is no pair, but a %s", i,
                       luaL_typename(L, -1));
        lua_rawgeti(L, -1, 1);
        lua_rawgeti(L, -2, 2);
        add(L);
        lua_pop(L, 3);
    }
}

static void add_table(lua_State *L, int index)
{
    for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1))
        add(L);
}

const char *sdk_block_pack(lua_State *L, int index, size_t *len)
{
    used = 0;
    if (!lua_isnoneornil(L, index)) {
        luaL_checktype(L, index, LUA_TTABLE);
        if (lua_rawlen(L, index) > 0)
            add_pairs(L, index);
        else
            add_table(L, index);
    }
    *len = used;
    return bytes ? bytes : "";
}

static int has(const char *name)
{
    for (size_t at = 0; at < used; at += strlen(bytes + at) + 1) {
        if (strcasecmp(bytes + at, name) == 0)
            return 1;
        at += strlen(bytes + at) + 1;
    }
    return 0;
}

const char *sdk_block_with_length(lua_State *L, int index, size_t length,
                                  size_t *len)
{
    char text[24];
    sdk_block_pack(L, index, len);
    if (!has("Content-Length")) {
        int n = snprintf(text, sizeof(text), "%zu", length);
        add_string(L, "Content-Length", strlen("Content-Length"));
        add_string(L, text, (size_t)n);
    }
    *len = used;
    return bytes;
}
