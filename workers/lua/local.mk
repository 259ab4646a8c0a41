# SPDX-License-Identifier: Apache-2.0
# workers/lua/: the SDK for Lua 5.4 and LuaJIT, persist_worker. One source makes
# the module in C for each of them; what is written in Lua is the same for both.

lua_top = workers/lua/persist_worker.lua
lua_parts = \
	workers/lua/persist_worker/attend.lua \
	workers/lua/persist_worker/body.lua \
	workers/lua/persist_worker/cloning.lua \
	workers/lua/persist_worker/errors.lua \
	workers/lua/persist_worker/files.lua \
	workers/lua/persist_worker/handler.lua \
	workers/lua/persist_worker/headers.lua \
	workers/lua/persist_worker/plain.lua \
	workers/lua/persist_worker/request.lua \
	workers/lua/persist_worker/terminal.lua
lua_sources = \
	workers/lua/src/block.c \
	workers/lua/src/deadline.c \
	workers/lua/src/errors.c \
	workers/lua/src/part.c \
	workers/lua/src/plain.c \
	workers/lua/src/request.c \
	workers/lua/src/response.c \
	workers/lua/src/sdk.h \
	workers/lua/src/variables.c \
	workers/lua/src/worker.c
lua_cppflags = -I$(srcdir)/workers/core
# Not to be unloaded: signals lead into it.
lua_ldflags = -module -avoid-version -shared -Wl,-z,nodelete \
	-export-symbols-regex '^luaopen_persist_worker_core$$'

if LUA54_SDK
lua54partsdir = $(lua54dir)/persist_worker
lua54coredir = $(lua54execdir)/persist_worker
own_folders += $(lua54partsdir) $(lua54coredir)
dist_lua54_DATA = $(lua_top)
dist_lua54parts_DATA = $(lua_parts)
lua54core_LTLIBRARIES = workers/lua/lua54/core.la
installed_archives += $(lua54coredir)/core.la
workers_lua_lua54_core_la_SOURCES = $(lua_sources)
workers_lua_lua54_core_la_CPPFLAGS = $(AM_CPPFLAGS) $(LUA_CFLAGS) $(lua_cppflags)
workers_lua_lua54_core_la_CFLAGS = $(AM_CFLAGS) -fvisibility=hidden
workers_lua_lua54_core_la_LIBADD = workers/core/libcore.la
workers_lua_lua54_core_la_LDFLAGS = $(product_ldflags) $(lua_ldflags)
# ./run finds the sources in the source tree, and the modules in C here.
CLEANFILES += workers/lua/5.4/persist_worker/core.so
all-local: workers/lua/5.4/persist_worker/core.so
workers/lua/5.4/persist_worker/core.so: | workers/lua/lua54/core.la
	$(AM_V_GEN)$(MKDIR_P) $(@D) && rm -f $@ && \
	$(LN_S) ../../lua54/.libs/core.so $@
endif

if LUAJIT_SDK
luajitpartsdir = $(luajitdir)/persist_worker
luajitcoredir = $(luajitexecdir)/persist_worker
own_folders += $(luajitpartsdir) $(luajitcoredir)
dist_luajit_DATA = $(lua_top)
dist_luajitparts_DATA = $(lua_parts)
luajitcore_LTLIBRARIES = workers/lua/luajit/core.la
installed_archives += $(luajitcoredir)/core.la
workers_lua_luajit_core_la_SOURCES = $(lua_sources)
workers_lua_luajit_core_la_CPPFLAGS = \
	$(AM_CPPFLAGS) $(LUAJIT_CFLAGS) $(lua_cppflags)
workers_lua_luajit_core_la_CFLAGS = $(AM_CFLAGS) -fvisibility=hidden
workers_lua_luajit_core_la_LIBADD = workers/core/libcore.la
workers_lua_luajit_core_la_LDFLAGS = $(product_ldflags) $(lua_ldflags)
CLEANFILES += workers/lua/5.1/persist_worker/core.so
all-local: workers/lua/5.1/persist_worker/core.so
workers/lua/5.1/persist_worker/core.so: | workers/lua/luajit/core.la
	$(AM_V_GEN)$(MKDIR_P) $(@D) && rm -f $@ && \
	$(LN_S) ../../luajit/.libs/core.so $@
endif

# For luarocks, with the sources of the core in it.
.PHONY: rock
rock:
	$(AM_V_GEN)$(srcdir)/workers/lua/rock/pack .
CLEANFILES += persist_worker-$(VERSION)-1.src.rock

TESTS += workers/lua/lua.test workers/lua/rock.test
EXTRA_DIST += \
	$(lua_sources) \
	$(lua_top) \
	$(lua_parts) \
	workers/lua/.luacheckrc \
	workers/lua/README.md \
	workers/lua/lua.test \
	workers/lua/rock.test \
	workers/lua/rock/Makefile \
	workers/lua/rock/pack \
	workers/lua/rock/rockspec.in \
	workers/lua/test/body_test.lua \
	workers/lua/test/files_test.lua \
	workers/lua/test/handler_test.lua \
	workers/lua/test/headers_test.lua
