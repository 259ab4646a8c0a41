# SPDX-License-Identifier: Apache-2.0
# mod_persist/lifecycle/: tests of what works without httpd.

persist_lifecycle_tests = \
	mod_persist/lifecycle/tests/persist_ask_test \
	mod_persist/lifecycle/tests/persist_environment_test \
	mod_persist/lifecycle/tests/persist_link_test \
	mod_persist/lifecycle/tests/persist_pulse_test \
	mod_persist/lifecycle/tests/persist_runtime_test \
	mod_persist/lifecycle/tests/persist_spawn_test

check_PROGRAMS += $(persist_lifecycle_tests)
TESTS += $(persist_lifecycle_tests)

mod_persist_lifecycle_tests_persist_ask_test_SOURCES = \
	mod_persist/lifecycle/persist_ask.c \
	mod_persist/lifecycle/persist_ask.h \
	mod_persist/lifecycle/persist_stream.c \
	mod_persist/lifecycle/persist_stream.h \
	mod_persist/lifecycle/tests/persist_ask_test.c \
	mod_persist/lifecycle/persist_peer.c
mod_persist_lifecycle_tests_persist_ask_test_CFLAGS = \
	$(AM_CFLAGS) $(APR_CFLAGS) $(MSGPACK_CFLAGS)
mod_persist_lifecycle_tests_persist_ask_test_LDADD = \
	slots/libslots.la \
	wire/libwire.la

mod_persist_lifecycle_tests_persist_environment_test_SOURCES = \
	mod_persist/lifecycle/persist_environment.c \
	mod_persist/lifecycle/persist_environment.h \
	mod_persist/lifecycle/tests/persist_environment_test.c
mod_persist_lifecycle_tests_persist_environment_test_CFLAGS = \
	$(AM_CFLAGS) $(APR_CFLAGS)
mod_persist_lifecycle_tests_persist_environment_test_LDADD = $(APR_LIBS)

mod_persist_lifecycle_tests_persist_link_test_SOURCES = \
	mod_persist/lifecycle/persist_link.c \
	mod_persist/lifecycle/persist_link.h \
	mod_persist/lifecycle/persist_stream.c \
	mod_persist/lifecycle/persist_stream.h \
	mod_persist/lifecycle/tests/persist_link_test.c \
	tests/lingering.h
mod_persist_lifecycle_tests_persist_link_test_CFLAGS = \
	$(AM_CFLAGS) $(APR_CFLAGS) $(MSGPACK_CFLAGS)
mod_persist_lifecycle_tests_persist_link_test_LDADD = \
	slots/libslots.la \
	wire/libwire.la \
	$(APR_LIBS)

mod_persist_lifecycle_tests_persist_pulse_test_SOURCES = \
	mod_persist/lifecycle/persist_pulse.c \
	mod_persist/lifecycle/persist_pulse.h \
	mod_persist/lifecycle/tests/persist_pulse_test.c
mod_persist_lifecycle_tests_persist_pulse_test_CFLAGS = $(AM_CFLAGS)

mod_persist_lifecycle_tests_persist_runtime_test_SOURCES = \
	mod_persist/lifecycle/persist_runtime.c \
	mod_persist/lifecycle/persist_runtime.h \
	mod_persist/lifecycle/tests/persist_runtime_test.c
mod_persist_lifecycle_tests_persist_runtime_test_CFLAGS = \
	$(AM_CFLAGS) $(APR_CFLAGS)
mod_persist_lifecycle_tests_persist_runtime_test_LDADD = $(APR_LIBS)

mod_persist_lifecycle_tests_persist_spawn_test_SOURCES = \
	mod_persist/lifecycle/persist_environment.c \
	mod_persist/lifecycle/persist_environment.h \
	mod_persist/lifecycle/persist_spawn.c \
	mod_persist/lifecycle/persist_spawn.h \
	mod_persist/lifecycle/persist_user.c \
	mod_persist/lifecycle/persist_user.h \
	mod_persist/lifecycle/tests/persist_spawn_test.c
mod_persist_lifecycle_tests_persist_spawn_test_CFLAGS = \
	$(AM_CFLAGS) $(HTTPD_CFLAGS) $(APR_CFLAGS) $(MSGPACK_CFLAGS)
mod_persist_lifecycle_tests_persist_spawn_test_LDADD = \
	wire/libwire.la \
	$(APR_LIBS)
