# SPDX-License-Identifier: Apache-2.0
# mod_persist/request/: gets a request its worker. Tests of sources without httpd.

persist_request_tests = \
	mod_persist/request/tests/persist_env_block_test \
	mod_persist/request/tests/persist_key_test \
	mod_persist/request/tests/persist_retry_test \
	mod_persist/request/tests/persist_reuse_test

check_PROGRAMS += $(persist_request_tests)
TESTS += $(persist_request_tests)

# The way of a request to its worker, with a step of the test's own before each
# access to shared memory and each system call on a socket.
mod_persist_request_tests_persist_reuse_test_SOURCES = \
	$(slots_libslots_la_SOURCES) \
	mod_persist/exchange/persist_buffers.c \
	mod_persist/exchange/persist_connection.c \
	mod_persist/exchange/persist_connection.h \
	mod_persist/exchange/persist_connection_watch.h \
	mod_persist/exchange/persist_descriptors.c \
	mod_persist/exchange/persist_descriptors.h \
	mod_persist/exchange/persist_exchange.c \
	mod_persist/exchange/persist_exchange.h \
	mod_persist/exchange/persist_fate.c \
	mod_persist/exchange/persist_fate.h \
	mod_persist/request/persist_lease.c \
	mod_persist/request/persist_lease.h \
	mod_persist/exchange/persist_output.c \
	mod_persist/exchange/persist_output.h \
	mod_persist/exchange/persist_seq.c \
	mod_persist/exchange/persist_seq.h \
	mod_persist/exchange/persist_turn.c \
	mod_persist/exchange/persist_turn.h \
	mod_persist/exchange/persist_wait_slice.c \
	mod_persist/exchange/persist_wait_slice.h \
	mod_persist/exchange/persist_yield.h \
	mod_persist/exchange/tests/persist_fake_worker.h \
	mod_persist/request/tests/persist_reuse_parts.c \
	mod_persist/request/tests/persist_reuse_test.c \
	mod_persist/request/tests/persist_steps.h \
	slots/tests/slots_chaos.h \
	wire/wire_descriptors.c
mod_persist_request_tests_persist_reuse_test_CPPFLAGS = $(AM_CPPFLAGS) \
	-include $(top_srcdir)/mod_persist/request/tests/persist_steps.h
mod_persist_request_tests_persist_reuse_test_LDADD = \
	common/libcommon.la \
	wire/libwire.la \
	$(APR_LIBS)
