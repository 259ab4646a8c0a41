# SPDX-License-Identifier: Apache-2.0
# mod_persist/exchange/: talks with one worker. Tests of sources without httpd.

persist_exchange_tests = \
	mod_persist/exchange/tests/persist_buffers_test \
	mod_persist/exchange/tests/persist_backlog_test \
	mod_persist/exchange/tests/persist_connection_test \
	mod_persist/exchange/tests/persist_connection_watch_test \
	mod_persist/exchange/tests/persist_descriptors_test \
	mod_persist/exchange/tests/persist_fate_test \
	mod_persist/exchange/tests/persist_output_test \
	mod_persist/exchange/tests/persist_patience_test \
	mod_persist/exchange/tests/persist_seq_test \
	mod_persist/exchange/tests/persist_spool_budget_test \
	mod_persist/exchange/tests/persist_spool_test \
	mod_persist/exchange/tests/persist_times_test \
	mod_persist/exchange/tests/persist_turn_test \
	mod_persist/exchange/tests/persist_wait_slice_test \
	mod_persist/exchange/tests/persist_words_test

check_PROGRAMS += $(persist_exchange_tests)
TESTS += $(persist_exchange_tests)

mod_persist_exchange_tests_persist_connection_watch_test_SOURCES = \
	mod_persist/exchange/persist_connection_watch.c \
	mod_persist/exchange/tests/persist_connection_watch_test.c
mod_persist_exchange_tests_persist_connection_watch_test_CPPFLAGS = \
	$(AM_CPPFLAGS) -DPERSIST_CONNECTION_WATCH_MS=20
mod_persist_exchange_tests_persist_connection_watch_test_CFLAGS = \
	$(AM_CFLAGS) -pthread

mod_persist_exchange_tests_persist_buffers_test_CFLAGS = $(AM_CFLAGS) -pthread
# Without the files that scripts pass, which need httpd.
mod_persist_exchange_tests_persist_backlog_test_SOURCES = \
	mod_persist/exchange/persist_backlog.c \
	mod_persist/exchange/tests/persist_backlog_test.c

EXTRA_DIST += mod_persist/exchange/tests/persist_fake_worker.h
