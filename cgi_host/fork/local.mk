# SPDX-License-Identifier: Apache-2.0
# cgi_host/fork/: CGI programs as fork servers: the library that is preloaded
# into them, and the host's side.

noinst_LTLIBRARIES += cgi_host/fork/libfork.la
cgi_host_fork_libfork_la_SOURCES = \
	cgi_host/fork/fork_client.c \
	cgi_host/fork/fork_client.h \
	cgi_host/fork/fork_elf.c \
	cgi_host/fork/fork_elf.h \
	cgi_host/fork/fork_hostable.c \
	cgi_host/fork/fork_hostable.h \
	cgi_host/fork/fork_message.h \
	cgi_host/fork/fork_start.c \
	cgi_host/fork/fork_start.h
cgi_host_fork_libfork_la_LIBADD = common/libcommon.la

fork_server_sources = \
	cgi_host/fork/fork_asked.c \
	cgi_host/fork/fork_asked.h \
	cgi_host/fork/fork_auxv.c \
	cgi_host/fork/fork_auxv.h \
	cgi_host/fork/fork_bind.c \
	cgi_host/fork/fork_bind.h \
	cgi_host/fork/fork_changes.c \
	cgi_host/fork/fork_changes.h \
	cgi_host/fork/fork_child.c \
	cgi_host/fork/fork_child.h \
	cgi_host/fork/fork_heap.c \
	cgi_host/fork/fork_heap.h \
	cgi_host/fork/fork_mappings.c \
	cgi_host/fork/fork_mappings.h \
	cgi_host/fork/fork_message.h \
	cgi_host/fork/fork_proc.c \
	cgi_host/fork/fork_proc.h \
	cgi_host/fork/fork_receive.c \
	cgi_host/fork/fork_receive.h \
	cgi_host/fork/fork_serve.c \
	cgi_host/fork/fork_serve.h \
	cgi_host/fork/fork_server.c \
	cgi_host/fork/fork_survey.c \
	cgi_host/fork/fork_survey.h \
	cgi_host/fork/fork_system.h \
	cgi_host/fork/fork_text.h

fork_interpreter_sources = \
	cgi_host/fork/fork_auxv.c \
	cgi_host/fork/fork_auxv.h \
	cgi_host/fork/fork_files.c \
	cgi_host/fork/fork_files.h \
	cgi_host/fork/fork_interpreter.c \
	cgi_host/fork/fork_mappings.c \
	cgi_host/fork/fork_mappings.h \
	cgi_host/fork/fork_message.h \
	cgi_host/fork/fork_proc.c \
	cgi_host/fork/fork_proc.h \
	cgi_host/fork/fork_receive.c \
	cgi_host/fork/fork_receive.h \
	cgi_host/fork/fork_serve.c \
	cgi_host/fork/fork_serve.h \
	cgi_host/fork/fork_survey.c \
	cgi_host/fork/fork_survey.h \
	cgi_host/fork/fork_system.h \
	cgi_host/fork/fork_text.h

# The programs it runs in are plain, also if ours have sanitizers. Loops that
# copy or compare must not become calls of the C library's functions. Each fork
# copies the mappings of the library: three in place of five, and no code that
# runs at its end.
if FORK_SERVER
# Beside persist-cgi-host, which looks for it there.
forkserverdir = $(pkglibexecdir)
forkserver_LTLIBRARIES = \
	cgi_host/fork/persist_fork_server.la \
	cgi_host/fork/persist_fork_interpreter.la
installed_archives += \
	$(forkserverdir)/persist_fork_server.la \
	$(forkserverdir)/persist_fork_interpreter.la
cgi_host_fork_persist_fork_server_la_SOURCES = $(fork_server_sources)
cgi_host_fork_persist_fork_server_la_CFLAGS = \
	$(FORK_SERVER_CFLAGS) -fvisibility=hidden -fno-builtin
cgi_host_fork_persist_fork_server_la_LDFLAGS = \
	$(product_ldflags) -module -avoid-version -shared -XCClinker -nostartfiles \
	-Wl,-z,noseparate-code -Wl,-z,now
cgi_host_fork_persist_fork_server_la_LIBADD = -ldl
cgi_host_fork_persist_fork_interpreter_la_SOURCES = $(fork_interpreter_sources)
cgi_host_fork_persist_fork_interpreter_la_CFLAGS = \
	$(cgi_host_fork_persist_fork_server_la_CFLAGS)
cgi_host_fork_persist_fork_interpreter_la_LDFLAGS = \
	$(cgi_host_fork_persist_fork_server_la_LDFLAGS)
cgi_host_fork_persist_fork_interpreter_la_LIBADD = -ldl

fork_tests = \
	cgi_host/fork/tests/fork_bind_test \
	cgi_host/fork/tests/fork_client_test \
	cgi_host/fork/tests/fork_hostable_test \
	cgi_host/fork/tests/fork_random_test \
	cgi_host/fork/tests/fork_same_test \
	cgi_host/fork/tests/fork_server_test
check_PROGRAMS += $(fork_tests)
TESTS += $(fork_tests) cgi_host/fork/tests/fork_symbols.test
fork_play = \
	cgi_host/fork/tests/fork_play.c \
	cgi_host/fork/tests/fork_play.h
cgi_host_fork_tests_fork_bind_test_SOURCES = \
	cgi_host/fork/tests/fork_bind_test.c $(fork_play)
cgi_host_fork_tests_fork_bind_test_LDADD = cgi_host/fork/libfork.la
cgi_host_fork_tests_fork_client_test_SOURCES = \
	cgi_host/fork/tests/fork_client_test.c $(fork_play)
cgi_host_fork_tests_fork_client_test_LDADD = cgi_host/fork/libfork.la
cgi_host_fork_tests_fork_hostable_test_SOURCES = \
	cgi_host/fork/tests/fork_hostable_test.c $(fork_play)
cgi_host_fork_tests_fork_hostable_test_LDADD = cgi_host/fork/libfork.la
cgi_host_fork_tests_fork_random_test_SOURCES = \
	cgi_host/fork/tests/fork_random_test.c $(fork_play)
cgi_host_fork_tests_fork_random_test_LDADD = cgi_host/fork/libfork.la
cgi_host_fork_tests_fork_same_test_SOURCES = \
	cgi_host/fork/tests/fork_same_test.c $(fork_play)
cgi_host_fork_tests_fork_same_test_LDADD = cgi_host/fork/libfork.la
cgi_host_fork_tests_fork_server_test_SOURCES = \
	cgi_host/fork/tests/fork_server_test.c $(fork_play)
cgi_host_fork_tests_fork_server_test_LDADD = cgi_host/fork/libfork.la
endif

if FUZZ
check_PROGRAMS += cgi_host/fork/fuzz/fuzz_elf
cgi_host_fork_fuzz_fuzz_elf_SOURCES = \
	cgi_host/fork/fork_elf.c \
	cgi_host/fork/fork_elf.h \
	cgi_host/fork/fuzz/fuzz_elf.c
cgi_host_fork_fuzz_fuzz_elf_CFLAGS = $(AM_CFLAGS) $(FUZZ_CFLAGS)

# A small program, as the seed.
fuzz: fuzz-elf
fuzz-elf: cgi_host/fork/fuzz/fuzz_elf
	$(srcdir)/wire/fuzz/run.sh cgi_host/fork/fuzz/fuzz_elf \
		$(FUZZ_SECONDS) /bin/true
endif

EXTRA_DIST += \
	cgi_host/fork/README.md \
	cgi_host/fork/tests/fork_symbols.test \
	cgi_host/fork/tests/victims
