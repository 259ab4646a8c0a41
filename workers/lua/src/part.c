/* SPDX-License-Identifier: Apache-2.0 */
/* part.c: a part of a regular file that a process without httpd sends by
 * itself. It has its own descriptor, so the script may close the file. */

#include "sdk.h"

#include "pw_validators.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define CLASS "persist_worker.part"
#define PIECE ((size_t)64 << 10)

typedef struct part {
    int fd; /* -1: closed */
    off_t place, left;
    wire_file_t whole;
    struct timespec changed;
} part_t;

/* Lua 5.4 leaves the pointer in a closed file. */
FILE *sdk_file_check(lua_State *L, int index)
{
#if LUA_VERSION_NUM >= 502
    const luaL_Stream *stream = luaL_checkudata(L, index, "FILE*");
    FILE *file = stream->closef ? stream->f : NULL;
#else
    FILE *file = *(FILE **)luaL_checkudata(L, index, "FILE*");
#endif
    luaL_argcheck(L, file, index, "the file is closed");
    return file;
}

static part_t *part_check(lua_State *L)
{
    return luaL_checkudata(L, 1, CLASS);
}

/* Sets the part's place, or returns the errno that tells why there is none. The
 * rules are those of persist_request_send_file(). */
static int measure(part_t *part, lua_Number offset, lua_Number length)
{
    struct stat info;
    int mode = fcntl(part->fd, F_GETFL);
    if (mode < 0 || fstat(part->fd, &info) != 0)
        return errno;
    if (S_ISDIR(info.st_mode))
        return EISDIR;
    if (!S_ISREG(info.st_mode))
        return ESPIPE;
    if ((mode & O_ACCMODE) == O_WRONLY)
        return EBADF;
    lua_Number rest = (lua_Number)info.st_size - offset;
    if (rest < 0 || length > rest)
        return ERANGE;
    part->place = (off_t)offset;
    part->left = (off_t)(length < 0 ? rest : length);
    part->whole = (wire_file_t){.offset = (uint64_t)part->place,
                                .length = (uint64_t)part->left};
    part->changed = info.st_mtim;
    return 0;
}

static int close_part(lua_State *L)
{
    part_t *part = part_check(L);
    if (part->fd >= 0)
        close(part->fd);
    part->fd = -1;
    return 0;
}

/* length(): of what has not been read. */
static int length(lua_State *L)
{
    lua_pushnumber(L, (lua_Number)part_check(L)->left);
    return 1;
}

/* validators(): the values of ETag and Last-Modified; nothing if the file's
 * time says nothing. */
static int validators(lua_State *L)
{
    const part_t *part = part_check(L);
    struct timespec now;
    pw_validators_t values;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0 ||
        pw_validators_make(&values, &part->whole, part->changed, now) != 0)
        return 0;
    lua_pushstring(L, values.etag);
    lua_pushstring(L, values.modified);
    return 2;
}

/* read(): the next bytes, or nil at the end. */
static int read_part(lua_State *L)
{
    part_t *part = part_check(L);
    char piece[PIECE];
    size_t want = part->left < (off_t)PIECE ? (size_t)part->left : PIECE;
    if (want == 0)
        return 0;
    ssize_t n = pread(part->fd, piece, want, part->place);
    if (n <= 0)
        return sdk_raise(L, n < 0 ? errno : ERANGE);
    part->place += n;
    part->left -= n;
    lua_pushlstring(L, piece, (size_t)n);
    return 1;
}

static const luaL_Reg methods[] = {{"length", length},
                                   {"validators", validators},
                                   {"read", read_part},
                                   {"close", close_part},
                                   {NULL, NULL}};

int sdk_part_new(lua_State *L)
{
    FILE *file = sdk_file_check(L, 1);
    lua_Number offset = luaL_optnumber(L, 2, 0);
    lua_Number most = luaL_optnumber(L, 3, -1);
    luaL_argcheck(L, offset >= 0 && offset < 9e15, 2, "no place in a file");
    luaL_argcheck(L, most >= -1 && most < 9e15, 3, "no length");
    part_t *part = lua_newuserdata(L, sizeof(*part));
    *part = (part_t){.fd = -1};
    if (luaL_newmetatable(L, CLASS)) {
        lua_pushcfunction(L, close_part);
        lua_setfield(L, -2, "__gc");
        lua_newtable(L);
        luaL_setfuncs(L, methods, 0);
        lua_setfield(L, -2, "__index");
    }
    lua_setmetatable(L, -2);
    part->fd = fcntl(fileno(file), F_DUPFD_CLOEXEC, 3);
    int error = part->fd < 0 ? errno : measure(part, offset, most);
    return error ? sdk_raise(L, error) : 1;
}
