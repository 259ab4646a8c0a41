/* SPDX-License-Identifier: Apache-2.0 */
/* plain.c: what a process that has one request needs, and Lua has not: a CGI
 * program, or one that was started from a terminal. */

#include "sdk.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#define PIECE ((size_t)64 << 10) /* most of a body in one read */

extern char **environ;

/* The request and the response; -1: not taken, or closed. */
static int input = -1, output = -1;

static int failed(lua_State *L)
{
    lua_pushnil(L);
    lua_pushstring(L, strerror(errno));
    return 2;
}

/* environ(): a table of the environment. */
static int get_environ(lua_State *L)
{
    lua_newtable(L);
    for (char **at = environ; *at; at++) {
        const char *equals = strchr(*at, '=');
        if (!equals)
            continue;
        lua_pushlstring(L, *at, (size_t)(equals - *at));
        lua_pushstring(L, equals + 1);
        lua_rawset(L, -3);
    }
    return 1;
}

/* chdir(directory): true, or nil and a message. */
static int change_directory(lua_State *L)
{
    if (chdir(luaL_checkstring(L, 1)) != 0)
        return failed(L);
    lua_pushboolean(L, 1);
    return 1;
}

/* realpath(path): the absolute path without symbolic links, or nil and a
 * message. */
static int absolute(lua_State *L)
{
    char *path = realpath(luaL_checkstring(L, 1), NULL);
    if (!path)
        return failed(L);
    lua_pushstring(L, path);
    free(path);
    return 1;
}

/* size(path): the size of a regular file; nil: it is none. "-" is standard
 * input. */
static int size(lua_State *L)
{
    struct stat info;
    const char *path = luaL_checkstring(L, 1);
    int rc =
        strcmp(path, "-") == 0 ? fstat(STDIN_FILENO, &info) : stat(path, &info);
    if (rc != 0 || !S_ISREG(info.st_mode))
        return 0;
    lua_pushnumber(L, (lua_Number)info.st_size);
    return 1;
}

/* exec(program, argument…): becomes the program. Returns nil and a message if
 * that fails. */
static int become(lua_State *L)
{
    int count = lua_gettop(L);
    const char **words = lua_newuserdata(L, sizeof(*words) * (count + 1));
    for (int i = 0; i < count; i++)
        words[i] = luaL_checkstring(L, i + 1);
    words[count] = NULL;
    execvp(words[0], (char **)words);
    return failed(L);
}

/* seed(): a random number for math.randomseed(). */
static int seed(lua_State *L)
{
    unsigned number;
    if (getrandom(&number, sizeof(number), 0) != sizeof(number))
        number = (unsigned)getpid();
    lua_pushinteger(L, (lua_Integer)(number >> 1));
    return 1;
}

static void ignore(int number)
{
    (void)number;
}

/* A client that has gone is an error of a write. The handler does nothing, but
 * unlike SIG_IGN it does not pass to programs that the script starts. */
static void survive_pipes(void)
{
    struct sigaction action = {.sa_handler = ignore, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGPIPE, &action, NULL);
}

/* stdio([body]): takes standard input, or the file with this path, for the
 * request, and standard output for the response. What the script or its child
 * processes print goes to standard error from now on, as in a worker. Returns
 * true, or nil and a message. */
static int take_stdio(lua_State *L)
{
    const char *body = luaL_optstring(L, 1, NULL);
    int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    survive_pipes();
    input = body ? open(body, O_RDONLY | O_CLOEXEC)
                 : fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    if (null < 0 || input < 0 || output < 0 || dup2(null, STDIN_FILENO) < 0 ||
        dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        return failed(L);
    close(null);
    lua_pushboolean(L, 1);
    return 1;
}

/* input([most]): the next bytes of the body, so many at most, or nil at the
 * end.
 */
static int read_input(lua_State *L)
{
    char piece[PIECE];
    lua_Number most = luaL_optnumber(L, 1, (lua_Number)PIECE);
    size_t want = most < (lua_Number)PIECE ? (size_t)most : PIECE;
    ssize_t n;
    do
        n = read(input, piece, want);
    while (n < 0 && errno == EINTR);
    if (n < 0)
        return sdk_raise(L, EIO);
    if (n == 0)
        return 0;
    lua_pushlstring(L, piece, (size_t)n);
    return 1;
}

/* output(bytes): sends them. */
static int write_output(lua_State *L)
{
    size_t left;
    const char *bytes = luaL_checklstring(L, 1, &left);
    while (left > 0) {
        ssize_t n = write(output, bytes, left);
        if (n < 0 && errno != EINTR)
            return sdk_raise(L, EPIPE);
        bytes += n > 0 ? n : 0;
        left -= n > 0 ? (size_t)n : 0;
    }
    return 0;
}

/* close_stdio(): the server sees the end of the response when no process has
 * these descriptors open. */
static int close_stdio(lua_State *L)
{
    (void)L;
    if (input >= 0)
        close(input);
    if (output >= 0)
        close(output);
    input = output = -1;
    return 0;
}

/* block(headers): the headers as a block, once they are checked. */
static int block(lua_State *L)
{
    size_t len;
    const char *bytes = sdk_block_pack(L, 1, &len);
    lua_pushlstring(L, bytes, len);
    return 1;
}

/* check_status(status): the status as a number. Raises an error if it is none.
 */
static int check_status(lua_State *L)
{
    lua_pushinteger(L, (lua_Integer)sdk_status_check(L, 1));
    return 1;
}

const luaL_Reg sdk_plain_functions[] = {{"block", block},
                                        {"part", sdk_part_new},
                                        {"check_status", check_status},
                                        {"environ", get_environ},
                                        {"chdir", change_directory},
                                        {"realpath", absolute},
                                        {"size", size},
                                        {"exec", become},
                                        {"seed", seed},
                                        {"stdio", take_stdio},
                                        {"input", read_input},
                                        {"output", write_output},
                                        {"close_stdio", close_stdio},
                                        {NULL, NULL}};
