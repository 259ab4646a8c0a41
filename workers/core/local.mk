# SPDX-License-Identifier: Apache-2.0
# workers/core/: libpersist-worker, on which the SDKs are built, and its tests.

lib_LTLIBRARIES += workers/core/libpersist-worker.la
installed_archives += $(libdir)/libpersist-worker.la
persistincludedir = $(includedir)/persist
own_folders += $(persistincludedir)
persistinclude_HEADERS = workers/core/persist/worker.h
nodist_persistinclude_HEADERS = workers/core/persist/version.h
pkgconfigdir = $(libdir)/pkgconfig
pkgconfig_DATA = workers/core/persist-worker.pc

# Defines PERSIST_WORKER_VERSION. setup.py and the gem make their own copy.
workers/core/persist/version.h: VERSION
	$(AM_V_GEN)$(MKDIR_P) $(@D) && \
	printf '%s\n' '/* SPDX-License-Identifier: Apache-2.0 */' \
		"#define PERSIST_WORKER_VERSION \"`cat $(srcdir)/VERSION`\"" \
		>$@.tmp && \
	mv $@.tmp $@
BUILT_SOURCES += workers/core/persist/version.h
CLEANFILES += workers/core/persist/version.h

# All sources: for the library, for SDKs that contain them, and for the tests.
noinst_LTLIBRARIES += workers/core/libcore.la
workers_core_libcore_la_SOURCES = \
	workers/core/pw_block.c \
	workers/core/pw_block.h \
	workers/core/pw_body.c \
	workers/core/pw_clone.c \
	workers/core/pw_clone.h \
	workers/core/pw_clone_make.c \
	workers/core/pw_clone_make.h \
	workers/core/pw_conn.c \
	workers/core/pw_conn.h \
	workers/core/pw_control.c \
	workers/core/pw_control.h \
	workers/core/pw_fd.c \
	workers/core/pw_fd.h \
	workers/core/pw_file.c \
	workers/core/pw_fork.c \
	workers/core/pw_fork.h \
	workers/core/pw_input.c \
	workers/core/pw_input.h \
	workers/core/pw_look.c \
	workers/core/pw_loop.c \
	workers/core/pw_note.c \
	workers/core/pw_note.h \
	workers/core/pw_open.c \
	workers/core/pw_open.h \
	workers/core/pw_orphan.c \
	workers/core/pw_orphan.h \
	workers/core/pw_output.c \
	workers/core/pw_output.h \
	workers/core/pw_poller.h \
	workers/core/pw_poller_linux.c \
	workers/core/pw_poller_poll.c \
	workers/core/pw_pump.c \
	workers/core/pw_ready.c \
	workers/core/pw_request.c \
	workers/core/pw_request.h \
	workers/core/pw_response.c \
	workers/core/pw_response.h \
	workers/core/pw_send.c \
	workers/core/pw_send.h \
	workers/core/pw_sleep.c \
	workers/core/pw_sleep.h \
	workers/core/pw_stderr.c \
	workers/core/pw_stderr.h \
	workers/core/pw_threads.c \
	workers/core/pw_threads.h \
	workers/core/pw_turn.c \
	workers/core/pw_turn.h \
	workers/core/pw_validators.c \
	workers/core/pw_validators.h \
	workers/core/pw_wake.c \
	workers/core/pw_wake.h \
	workers/core/pw_worker.h
workers_core_libcore_la_CFLAGS = $(PERSIST_CFLAGS) $(MSGPACK_CFLAGS)
workers_core_libcore_la_LIBADD = \
	common/libcommon.la \
	wire/libwire.la \
	-lpthread \
	-lrt

# Hidden functions begin with pw_, so this exports persist/worker.h alone.
workers_core_libpersist_worker_la_SOURCES =
workers_core_libpersist_worker_la_LIBADD = workers/core/libcore.la
workers_core_libpersist_worker_la_LDFLAGS = \
	$(product_ldflags) \
	-version-info 0:0:0 \
	-export-symbols-regex '^persist_(worker|request)_'

# Unit tests. In each a player of httpd and persistd talks to a worker.
check_LTLIBRARIES += workers/core/tests/libplayer.la
workers_core_tests_libplayer_la_SOURCES = \
	workers/core/tests/player.c \
	workers/core/tests/player.h \
	workers/core/tests/pump_script.c \
	workers/core/tests/pump_script.h

workers_core_tests = \
	workers/core/tests/ahead_test \
	workers/core/tests/body_test \
	workers/core/tests/clone_test \
	workers/core/tests/control_test \
	workers/core/tests/file_test \
	workers/core/tests/fork_test \
	workers/core/tests/input_test \
	workers/core/tests/look_test \
	workers/core/tests/loop_poll_test \
	workers/core/tests/loop_test \
	workers/core/tests/orphan_test \
	workers/core/tests/poller_poll_test \
	workers/core/tests/poller_test \
	workers/core/tests/pump_poll_test \
	workers/core/tests/pump_test \
	workers/core/tests/response_test \
	workers/core/tests/send_poll_test \
	workers/core/tests/send_test \
	workers/core/tests/validators_test
check_PROGRAMS += $(workers_core_tests)
TESTS += $(workers_core_tests)
workers_core_tests_libs = \
	workers/core/tests/libplayer.la workers/core/libcore.la

workers_core_tests_ahead_test_LDADD = $(workers_core_tests_libs)
workers_core_tests_body_test_LDADD = $(workers_core_tests_libs)
workers_core_tests_clone_test_LDADD = $(workers_core_tests_libs)
workers_core_tests_control_test_LDADD = $(workers_core_tests_libs)
workers_core_tests_file_test_LDADD = $(workers_core_tests_libs)
workers_core_tests_fork_test_LDADD = $(workers_core_tests_libs)
workers_core_tests_input_test_LDADD = $(workers_core_tests_libs)
workers_core_tests_look_test_LDADD = $(workers_core_tests_libs)
workers_core_tests_loop_test_LDADD = $(workers_core_tests_libs)
workers_core_tests_orphan_test_LDADD = $(workers_core_tests_libs)
workers_core_tests_poller_test_LDADD = workers/core/libcore.la
workers_core_tests_pump_test_LDADD = $(workers_core_tests_libs)
workers_core_tests_response_test_LDADD = $(workers_core_tests_libs)
workers_core_tests_send_test_LDADD = $(workers_core_tests_libs)
workers_core_tests_validators_test_LDADD = workers/core/libcore.la

# Tests with poll(2) instead of epoll(7), so that this code stays tested.
workers_core_tests_loop_poll_test_SOURCES = \
	workers/core/tests/loop_test.c \
	$(workers_core_libcore_la_SOURCES)
workers_core_tests_loop_poll_test_CPPFLAGS = $(AM_CPPFLAGS) -DPERSIST_PORTABLE
workers_core_tests_loop_poll_test_LDADD = \
	workers/core/tests/libplayer.la \
	common/libcommon.la \
	wire/libwire.la \
	-lpthread \
	-lrt

workers_core_tests_pump_poll_test_SOURCES = \
	workers/core/tests/pump_test.c \
	$(workers_core_libcore_la_SOURCES)
workers_core_tests_pump_poll_test_CPPFLAGS = \
	$(workers_core_tests_loop_poll_test_CPPFLAGS)
workers_core_tests_pump_poll_test_LDADD = \
	$(workers_core_tests_loop_poll_test_LDADD)

workers_core_tests_send_poll_test_SOURCES = \
	workers/core/tests/send_test.c \
	$(workers_core_libcore_la_SOURCES)
workers_core_tests_send_poll_test_CPPFLAGS = \
	$(workers_core_tests_loop_poll_test_CPPFLAGS)
workers_core_tests_send_poll_test_LDADD = \
	$(workers_core_tests_loop_poll_test_LDADD)

workers_core_tests_poller_poll_test_SOURCES = \
	workers/core/tests/poller_test.c \
	workers/core/pw_fd.c \
	workers/core/pw_poller_poll.c
workers_core_tests_poller_poll_test_CPPFLAGS = $(AM_CPPFLAGS) -DPERSIST_PORTABLE
workers_core_tests_poller_poll_test_LDADD = common/libcommon.la -lpthread

EXTRA_DIST += workers/README.md workers/core/README.md
