/* SPDX-License-Identifier: Apache-2.0 */
/* sdk.h: what the files of the module persist_worker.core share. One source for
 * Lua 5.4 and for LuaJIT, whose interface is that of Lua 5.1.
 *
 * A Lua process answers one request at a time, in the state that has loaded the
 * module. The signal's handler is the only code that runs beside it. */

#ifndef SDK_H
#define SDK_H

#include <lauxlib.h>
#include <lua.h>
#include <persist/worker.h>

#include <stddef.h>
#include <stdio.h>

#if LUA_VERSION_NUM < 502
#define lua_rawlen lua_objlen
#endif

#define SDK_FRAME_MAX ((size_t)256 << 10) /* of a body: wire/PROTOCOL.md */

/* ---- worker.c: the process as a worker */

/* The worker; NULL: this process is none. */
extern persist_worker_t *sdk_worker;
/* The request at which the script works; NULL: none. */
extern persist_request_t *sdk_request;
/* 1 if the script has forked this process: the worker is its parent. */
int sdk_is_child(void);

/* ---- request.c and response.c: the methods of a request */

/* Pushes the object of sdk_request, which has just come. */
void sdk_request_push(lua_State *L);
/* Returns sdk_request if its object is at index 1. Raises an error for the
 * object of a request that is over. */
persist_request_t *sdk_request_check(lua_State *L);
/* Returns the status of a response at this index. Raises an error if HTTP has
 * none like it. */
unsigned sdk_status_check(lua_State *L, int index);
/* In response.c, for the metatable. */
extern const luaL_Reg sdk_response_methods[];

/* ---- variables.c */

/* variables(): a table of all CGI variables. */
int sdk_variables(lua_State *L);

/* ---- block.c: headers as a block for the core */

/* Packs the headers at this index: a table of names and values, of which a
 * value may be a list, or a list of pairs {name, value}; nil: none. The block
 * is valid until the next call. Sets *len to its length. Raises an error that
 * names the header that can't be sent. */
const char *sdk_block_pack(lua_State *L, int index, size_t *len);
/* The same with a Content-Length besides, unless the headers have one. */
const char *sdk_block_with_length(lua_State *L, int index, size_t length,
                                  size_t *len);

/* ---- deadline.c: the soft deadline as an error */

/* Returns the number of the signal. */
int sdk_deadline_signal(void);
/* Installs the signal's handler. Returns 0, or -1 with errno. */
int sdk_deadline_install(void);
/* guard(handler, caught, argument): calls handler(argument) as xpcall does,
 * with caught as its message handler. Only meanwhile may the deadline raise an
 * error. Returns nothing in a process that the handler has forked. */
int sdk_deadline_guard(lua_State *L);
/* No deadline raises an error any more. */
void sdk_deadline_disarm(void);
/* After EINTR: raises the error if the deadline has passed. */
void sdk_deadline_check(lua_State *L);

/* ---- errors.c: errno of the core as errors of Lua */

/* errors(client_gone, body_broken, deadline_exceeded): the objects that are
 * raised. */
int sdk_errors_set(lua_State *L);
/* Raises the error for this errno. Does not return. */
int sdk_raise(lua_State *L, int error);
/* Raises the error of a deadline. Does not return. */
int sdk_raise_deadline(lua_State *L);

/* ---- part.c: a part of a file that no httpd reads */

/* Returns the open file at this index. Raises an error if it is none. */
FILE *sdk_file_check(lua_State *L, int index);
/* part(file, offset, length): returns its object. Raises an error if the file
 * has no such part. */
int sdk_part_new(lua_State *L);

/* ---- plain.c: a process that has one request: CGI, or a terminal */

extern const luaL_Reg sdk_plain_functions[];

#endif /* SDK_H */
