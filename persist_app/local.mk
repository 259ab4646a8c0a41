# SPDX-License-Identifier: Apache-2.0
# persist_app/: persist-app, which starts an application by its folder, and the
# private folder of the runners that it starts.

pkglibexec_PROGRAMS += persist_app/persist-app
noinst_LTLIBRARIES += persist_app/libapp.la

persist_app_libapp_la_SOURCES = \
	persist_app/dotenv.c \
	persist_app/dotenv.h \
	persist_app/entry.c \
	persist_app/entry.h \
	persist_app/env_file.c \
	persist_app/env_file.h \
	persist_app/fail.c \
	persist_app/fail.h \
	persist_app/interpreter.c \
	persist_app/interpreter.h \
	persist_app/options.c \
	persist_app/options.h \
	persist_app/venv.c \
	persist_app/venv.h \
	persist_app/words.c \
	persist_app/words.h
persist_app_libapp_la_LIBADD = common/libcommon.la

# With no library but the C library: it starts before each worker.
persist_app_persist_app_SOURCES = persist_app/main.c
persist_app_persist_app_LDFLAGS = $(program_ldflags)
persist_app_persist_app_LDADD = persist_app/libapp.la

check_PROGRAMS += persist_app/tests/dotenv_test
TESTS += persist_app/tests/dotenv_test persist_app/tests/persist-app.test
persist_app_tests_dotenv_test_LDADD = persist_app/libapp.la

dist_man1_MANS += persist_app/persist-app.1
EXTRA_DIST += \
	persist_app/README.md \
	persist_app/tests/persist-app.test

# The runners of the languages that were built. The SDKs are found beside them
# by interpreters that look elsewhere, such as those of virtual environments.
runnersdir = $(pkglibdir)
runnerspythondir = $(runnersdir)/python
runnersrubydir = $(runnersdir)/ruby
runnersluadir = $(runnersdir)/lua
runnersnodedir = $(runnersdir)/node
own_folders += \
	$(runnersdir) \
	$(runnerspythondir) \
	$(runnersrubydir) \
	$(runnersrubydir)/lib \
	$(runnersluadir) \
	$(runnersluadir)/5.1 \
	$(runnersluadir)/5.4 \
	$(runnersnodedir)
if PYTHON_SDK
dist_runnerspython_DATA = workers/python/run.py
endif
if RUBY_SDK
dist_runnersruby_DATA = workers/ruby/run.rb
endif
if LUA_SDK
dist_runnerslua_DATA = workers/lua/run.lua
endif
dist_runnersnode_DATA = workers/node/run.js
node_link = $(runnersnodedir)/persist-worker
python_link = $(runnerspythondir)/persist_worker
ruby_links = \
	$(runnersrubydir)/lib/persist_worker \
	$(runnersrubydir)/lib/persist_worker.rb
# What is written in Lua is the same for both kinds.
if LUA54_SDK
lua_shared = $(lua54dir)
else
lua_shared = $(luajitdir)
endif
lua_links = \
	$(runnersluadir)/persist_worker \
	$(runnersluadir)/persist_worker.lua
lua_core_links = \
	$(runnersluadir)/5.4/persist_worker \
	$(runnersluadir)/5.1/persist_worker

.PHONY: link-runners unlink-runners
link-runners:
	DESTDIR='$(DESTDIR)' $(srcdir)/scripts/link $(persistnodedir) $(node_link)
if PYTHON_SDK
	DESTDIR='$(DESTDIR)' $(srcdir)/scripts/link $(persistpydir) $(python_link)
endif
if RUBY_SDK
	for link in $(ruby_links); do \
	  DESTDIR='$(DESTDIR)' $(srcdir)/scripts/link \
	    "$(rubydir)/$${link##*/}" "$$link" || exit 1; \
	done
endif
if LUA_SDK
	for link in $(lua_links); do \
	  DESTDIR='$(DESTDIR)' $(srcdir)/scripts/link \
	    "$(lua_shared)/$${link##*/}" "$$link" || exit 1; \
	done
endif
if LUA54_SDK
	DESTDIR='$(DESTDIR)' $(srcdir)/scripts/link \
	  "$(lua54coredir)" $(runnersluadir)/5.4/persist_worker
endif
if LUAJIT_SDK
	DESTDIR='$(DESTDIR)' $(srcdir)/scripts/link \
	  "$(luajitcoredir)" $(runnersluadir)/5.1/persist_worker
endif
unlink-runners:
	for link in $(node_link) $(python_link) $(ruby_links) $(lua_links) \
	    $(lua_core_links); do \
	  rm -f "$(DESTDIR)$$link" || exit 1; \
	done
