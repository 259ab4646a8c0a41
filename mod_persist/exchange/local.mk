# SPDX-License-Identifier: Apache-2.0
# mod_persist/exchange/: the talk with one worker. Tests of what decides without httpd.

persist_exchange_tests = \
	mod_persist/exchange/tests/persist_connection_test \
	mod_persist/exchange/tests/persist_connection_watch_test \
	mod_persist/exchange/tests/persist_descriptors_test \
	mod_persist/exchange/tests/persist_fate_test \
	mod_persist/exchange/tests/persist_output_test \
	mod_persist/exchange/tests/persist_seq_test \
	mod_persist/exchange/tests/persist_times_test \
	mod_persist/exchange/tests/persist_wait_slice_test

check_PROGRAMS += $(persist_exchange_tests)
TESTS += $(persist_exchange_tests)

mod_persist_exchange_tests_persist_connection_test_SOURCES = \
	mod_persist/lifecycle/persist_peer.c \
	mod_persist/lifecycle/persist_peer.h \
	mod_persist/exchange/persist_connection.c \
	mod_persist/exchange/persist_connection.h \
	mod_persist/exchange/persist_descriptors.c \
	mod_persist/exchange/persist_descriptors.h \
	mod_persist/exchange/tests/persist_connection_test.c \
	mod_persist/exchange/tests/persist_fake_worker.h \
	tests/lingering.h
mod_persist_exchange_tests_persist_connection_test_CFLAGS = \
	$(AM_CFLAGS) $(HTTPD_CFLAGS) $(APR_CFLAGS) $(MSGPACK_CFLAGS)
mod_persist_exchange_tests_persist_connection_test_LDADD = \
	slots/libslots.la \
	wire/libwire.la

mod_persist_exchange_tests_persist_connection_watch_test_SOURCES = \
	mod_persist/lifecycle/persist_peer.c \
	mod_persist/lifecycle/persist_peer.h \
	mod_persist/exchange/persist_connection.c \
	mod_persist/exchange/persist_connection.h \
	mod_persist/exchange/persist_connection_watch.c \
	mod_persist/exchange/persist_connection_watch.h \
	mod_persist/exchange/persist_descriptors.c \
	mod_persist/exchange/persist_descriptors.h \
	mod_persist/exchange/tests/persist_connection_watch_test.c \
	mod_persist/exchange/tests/persist_fake_worker.h \
	tests/lingering.h
mod_persist_exchange_tests_persist_connection_watch_test_CPPFLAGS = \
	$(AM_CPPFLAGS) -DPERSIST_CONNECTION_WATCH_MS=20
mod_persist_exchange_tests_persist_connection_watch_test_CFLAGS = \
	$(AM_CFLAGS) $(HTTPD_CFLAGS) $(APR_CFLAGS) $(MSGPACK_CFLAGS) -pthread
mod_persist_exchange_tests_persist_connection_watch_test_LDADD = \
	slots/libslots.la \
	wire/libwire.la \
	$(APR_LIBS)

mod_persist_exchange_tests_persist_descriptors_test_SOURCES = \
	mod_persist/exchange/persist_descriptors.c \
	mod_persist/exchange/persist_descriptors.h \
	mod_persist/exchange/tests/persist_descriptors_test.c \
	tests/lingering.h
mod_persist_exchange_tests_persist_descriptors_test_LDADD = wire/libwire.la

mod_persist_exchange_tests_persist_fate_test_SOURCES = \
	mod_persist/exchange/persist_fate.c \
	mod_persist/exchange/persist_fate.h \
	mod_persist/exchange/tests/persist_fate_test.c

mod_persist_exchange_tests_persist_output_test_SOURCES = \
	mod_persist/exchange/persist_output.c \
	mod_persist/exchange/persist_output.h \
	mod_persist/exchange/tests/persist_output_test.c

mod_persist_exchange_tests_persist_seq_test_SOURCES = \
	mod_persist/exchange/persist_seq.c \
	mod_persist/exchange/persist_seq.h \
	mod_persist/exchange/tests/persist_seq_test.c
mod_persist_exchange_tests_persist_seq_test_CFLAGS = \
	$(AM_CFLAGS) $(APR_CFLAGS)
mod_persist_exchange_tests_persist_seq_test_LDADD = $(APR_LIBS)

mod_persist_exchange_tests_persist_wait_slice_test_SOURCES = \
	mod_persist/exchange/persist_wait.h \
	mod_persist/exchange/persist_wait_slice.c \
	mod_persist/exchange/tests/persist_wait_slice_test.c
mod_persist_exchange_tests_persist_wait_slice_test_CFLAGS = \
	$(AM_CFLAGS) $(HTTPD_CFLAGS) $(APR_CFLAGS)

mod_persist_exchange_tests_persist_times_test_SOURCES = \
	mod_persist/exchange/persist_times.c \
	mod_persist/exchange/persist_times.h \
	mod_persist/exchange/tests/persist_times_test.c
