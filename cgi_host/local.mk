# SPDX-License-Identifier: Apache-2.0
# cgi_host/: persist-cgi-host, the worker of scripts with PersistMode cgi.

pkglibexec_PROGRAMS += cgi_host/persist-cgi-host
noinst_LTLIBRARIES += cgi_host/libcgihost.la

cgi_host_libcgihost_la_SOURCES = \
	cgi_host/cgi_buffer.c \
	cgi_host/cgi_buffer.h \
	cgi_host/cgi_chunks.c \
	cgi_host/cgi_chunks.h \
	cgi_host/cgi_command.c \
	cgi_host/cgi_command.h \
	cgi_host/cgi_early.c \
	cgi_host/cgi_early.h \
	cgi_host/cgi_ends.c \
	cgi_host/cgi_ends.h \
	cgi_host/cgi_environment.c \
	cgi_host/cgi_environment.h \
	cgi_host/cgi_errors.c \
	cgi_host/cgi_errors.h \
	cgi_host/cgi_exchange.c \
	cgi_host/cgi_exchange.h \
	cgi_host/cgi_family.c \
	cgi_host/cgi_family.h \
	cgi_host/cgi_fault.c \
	cgi_host/cgi_fault.h \
	cgi_host/cgi_folder.c \
	cgi_host/cgi_folder.h \
	cgi_host/cgi_habit.c \
	cgi_host/cgi_habit.h \
	cgi_host/cgi_head.c \
	cgi_host/cgi_head.h \
	cgi_host/cgi_host.c \
	cgi_host/cgi_host.h \
	cgi_host/cgi_input.c \
	cgi_host/cgi_input.h \
	cgi_host/cgi_interpreter.c \
	cgi_host/cgi_interpreter.h \
	cgi_host/cgi_limit.c \
	cgi_host/cgi_limit.h \
	cgi_host/cgi_memory.c \
	cgi_host/cgi_memory.h \
	cgi_host/cgi_origin.c \
	cgi_host/cgi_origin.h \
	cgi_host/cgi_output.c \
	cgi_host/cgi_output.h \
	cgi_host/cgi_program.c \
	cgi_host/cgi_program.h \
	cgi_host/cgi_server.c \
	cgi_host/cgi_server.h \
	cgi_host/cgi_servers.c \
	cgi_host/cgi_servers.h \
	cgi_host/cgi_source.c \
	cgi_host/cgi_source.h \
	cgi_host/cgi_start.c \
	cgi_host/cgi_start.h \
	cgi_host/cgi_stop.c \
	cgi_host/cgi_stop.h \
	cgi_host/cgi_stray.c \
	cgi_host/cgi_stray.h \
	cgi_host/cgi_version.c \
	cgi_host/cgi_version.h \
	cgi_host/cgi_words.c \
	cgi_host/cgi_words.h
# The SDK's library is contained, so that it need not be found.
cgi_host_libcgihost_la_LIBADD = \
	cgi_host/fork/libfork.la \
	workers/core/libcore.la \
	common/libcommon.la
cgi_host_persist_cgi_host_SOURCES = cgi_host/main.c
cgi_host_persist_cgi_host_LDFLAGS = $(program_ldflags)
cgi_host_persist_cgi_host_LDADD = cgi_host/libcgihost.la

# Beside persist-cgi-host, which looks for it there.
forkinterpreterdir = $(pkglibexecdir)
dist_forkinterpreter_DATA = \
	cgi_host/servers/PersistForkServer.pm \
	cgi_host/servers/guile.scm \
	cgi_host/servers/python.py \
	cgi_host/servers/python_server.py \
	cgi_host/servers/python_turn.py \
	cgi_host/servers/ruby.rb

cgi_host_tests = \
	cgi_host/tests/cgi_chunks_test \
	cgi_host/tests/cgi_command_test \
	cgi_host/tests/cgi_early_test \
	cgi_host/tests/cgi_family_test \
	cgi_host/tests/cgi_habit_test \
	cgi_host/tests/cgi_head_test \
	cgi_host/tests/cgi_stray_test \
	cgi_host/tests/cgi_words_test
check_PROGRAMS += $(cgi_host_tests)
TESTS += \
	$(cgi_host_tests) \
	cgi_host/tests/guile_server.test \
	cgi_host/tests/perl_server.test \
	cgi_host/tests/python_server.test \
	cgi_host/tests/ruby_server.test
cgi_host_tests_cgi_chunks_test_LDADD = cgi_host/libcgihost.la
cgi_host_tests_cgi_command_test_LDADD = cgi_host/libcgihost.la
cgi_host_tests_cgi_early_test_LDADD = cgi_host/libcgihost.la
cgi_host_tests_cgi_family_test_LDADD = \
	cgi_host/libcgihost.la \
	common/libcommon.la
cgi_host_tests_cgi_habit_test_LDADD = cgi_host/libcgihost.la
cgi_host_tests_cgi_head_test_LDADD = cgi_host/libcgihost.la
cgi_host_tests_cgi_stray_test_LDADD = cgi_host/libcgihost.la
cgi_host_tests_cgi_words_test_LDADD = cgi_host/libcgihost.la

if FUZZ
check_PROGRAMS += cgi_host/fuzz/fuzz_head
cgi_host_fuzz_fuzz_head_SOURCES = \
	cgi_host/cgi_head.c \
	cgi_host/cgi_head.h \
	cgi_host/fuzz/fuzz_head.c
cgi_host_fuzz_fuzz_head_CFLAGS = $(AM_CFLAGS) $(FUZZ_CFLAGS)

fuzz: fuzz-head
fuzz-head: cgi_host/fuzz/fuzz_head
	$(srcdir)/wire/fuzz/run.sh cgi_host/fuzz/fuzz_head $(FUZZ_SECONDS) \
		$(srcdir)/cgi_host/fuzz/seeds/*
endif

EXTRA_DIST += \
	cgi_host/README.md \
	cgi_host/fuzz/seeds \
	cgi_host/tests/guile_server.scm \
	cgi_host/tests/guile_server.test \
	cgi_host/tests/perl_server.test \
	cgi_host/tests/python_server.test \
	cgi_host/tests/ruby_server.rb \
	cgi_host/tests/ruby_server.test
