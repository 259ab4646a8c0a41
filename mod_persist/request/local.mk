# SPDX-License-Identifier: Apache-2.0
# mod_persist/request/: tests of what decides without httpd.

persist_request_tests = \
	mod_persist/request/tests/persist_block_test \
	mod_persist/request/tests/persist_connection_test \
	mod_persist/request/tests/persist_connection_watch_test \
	mod_persist/request/tests/persist_descriptors_test \
	mod_persist/request/tests/persist_fate_test \
	mod_persist/request/tests/persist_headers_test \
	mod_persist/request/tests/persist_key_test \
	mod_persist/request/tests/persist_output_test \
	mod_persist/request/tests/persist_retry_test \
	mod_persist/request/tests/persist_reuse_test \
	mod_persist/request/tests/persist_seq_test \
	mod_persist/request/tests/persist_times_test \
	mod_persist/request/tests/persist_wait_slice_test

check_PROGRAMS += $(persist_request_tests)
TESTS += $(persist_request_tests)

mod_persist_request_tests_persist_block_test_SOURCES = \
	mod_persist/request/persist_block.c \
	mod_persist/request/persist_block.h \
	mod_persist/request/tests/persist_block_test.c
mod_persist_request_tests_persist_block_test_CFLAGS = \
	$(AM_CFLAGS) $(APR_CFLAGS) $(MSGPACK_CFLAGS)
mod_persist_request_tests_persist_block_test_LDADD = $(APR_LIBS)

mod_persist_request_tests_persist_connection_test_SOURCES = \
	mod_persist/lifecycle/persist_peer.c \
	mod_persist/lifecycle/persist_peer.h \
	mod_persist/request/persist_connection.c \
	mod_persist/request/persist_connection.h \
	mod_persist/request/persist_descriptors.c \
	mod_persist/request/persist_descriptors.h \
	mod_persist/request/tests/persist_connection_test.c \
	mod_persist/request/tests/persist_fake_worker.h \
	tests/lingering.h
mod_persist_request_tests_persist_connection_test_CFLAGS = \
	$(AM_CFLAGS) $(HTTPD_CFLAGS) $(APR_CFLAGS) $(MSGPACK_CFLAGS)
mod_persist_request_tests_persist_connection_test_LDADD = \
	slots/libslots.la \
	wire/libwire.la

mod_persist_request_tests_persist_connection_watch_test_SOURCES = \
	mod_persist/lifecycle/persist_peer.c \
	mod_persist/lifecycle/persist_peer.h \
	mod_persist/request/persist_connection.c \
	mod_persist/request/persist_connection.h \
	mod_persist/request/persist_connection_watch.c \
	mod_persist/request/persist_connection_watch.h \
	mod_persist/request/persist_descriptors.c \
	mod_persist/request/persist_descriptors.h \
	mod_persist/request/tests/persist_connection_watch_test.c \
	mod_persist/request/tests/persist_fake_worker.h \
	tests/lingering.h
mod_persist_request_tests_persist_connection_watch_test_CPPFLAGS = \
	$(AM_CPPFLAGS) -DPERSIST_CONNECTION_WATCH_MS=20
mod_persist_request_tests_persist_connection_watch_test_CFLAGS = \
	$(AM_CFLAGS) $(HTTPD_CFLAGS) $(APR_CFLAGS) $(MSGPACK_CFLAGS) -pthread
mod_persist_request_tests_persist_connection_watch_test_LDADD = \
	slots/libslots.la \
	wire/libwire.la \
	$(APR_LIBS)

mod_persist_request_tests_persist_descriptors_test_SOURCES = \
	mod_persist/request/persist_descriptors.c \
	mod_persist/request/persist_descriptors.h \
	mod_persist/request/tests/persist_descriptors_test.c \
	tests/lingering.h
mod_persist_request_tests_persist_descriptors_test_LDADD = wire/libwire.la

mod_persist_request_tests_persist_fate_test_SOURCES = \
	mod_persist/request/persist_fate.c \
	mod_persist/request/persist_fate.h \
	mod_persist/request/tests/persist_fate_test.c

mod_persist_request_tests_persist_headers_test_SOURCES = \
	mod_persist/request/persist_headers.c \
	mod_persist/request/persist_headers.h \
	mod_persist/request/tests/persist_headers_test.c
mod_persist_request_tests_persist_headers_test_CFLAGS = \
	$(AM_CFLAGS) $(MSGPACK_CFLAGS)

mod_persist_request_tests_persist_key_test_SOURCES = \
	mod_persist/request/persist_key.c \
	mod_persist/request/persist_key.h \
	mod_persist/request/tests/persist_key_test.c
mod_persist_request_tests_persist_key_test_CFLAGS = \
	$(AM_CFLAGS) $(APR_CFLAGS) $(MSGPACK_CFLAGS)
mod_persist_request_tests_persist_key_test_LDADD = $(APR_LIBS)

mod_persist_request_tests_persist_output_test_SOURCES = \
	mod_persist/request/persist_output.c \
	mod_persist/request/persist_output.h \
	mod_persist/request/tests/persist_output_test.c

mod_persist_request_tests_persist_retry_test_SOURCES = \
	mod_persist/request/persist_retry.c \
	mod_persist/request/persist_retry.h \
	mod_persist/request/tests/persist_retry_test.c
mod_persist_request_tests_persist_retry_test_CFLAGS = \
	$(AM_CFLAGS) $(HTTPD_CFLAGS) $(APR_CFLAGS)

# The way of a request to its worker, with a step of the test's own before each
# access to shared memory and each system call on a socket.
mod_persist_request_tests_persist_reuse_test_SOURCES = \
	$(slots_libslots_la_SOURCES) \
	mod_persist/lifecycle/persist_peer.c \
	mod_persist/lifecycle/persist_peer.h \
	mod_persist/request/persist_connection.c \
	mod_persist/request/persist_connection.h \
	mod_persist/request/persist_connection_watch.h \
	mod_persist/request/persist_descriptors.c \
	mod_persist/request/persist_descriptors.h \
	mod_persist/request/persist_exchange.c \
	mod_persist/request/persist_exchange.h \
	mod_persist/request/persist_fate.c \
	mod_persist/request/persist_fate.h \
	mod_persist/request/persist_lease.c \
	mod_persist/request/persist_lease.h \
	mod_persist/request/persist_output.c \
	mod_persist/request/persist_output.h \
	mod_persist/request/persist_seq.c \
	mod_persist/request/persist_seq.h \
	mod_persist/request/persist_wait.h \
	mod_persist/request/persist_wait_slice.c \
	mod_persist/request/tests/persist_fake_worker.h \
	mod_persist/request/tests/persist_reuse_parts.c \
	mod_persist/request/tests/persist_reuse_test.c \
	mod_persist/request/tests/persist_steps.h \
	slots/tests/slots_chaos.h \
	wire/wire_descriptors.c
mod_persist_request_tests_persist_reuse_test_CPPFLAGS = $(AM_CPPFLAGS) \
	-include $(top_srcdir)/mod_persist/request/tests/persist_steps.h
mod_persist_request_tests_persist_reuse_test_CFLAGS = \
	$(AM_CFLAGS) $(HTTPD_CFLAGS) $(APR_CFLAGS) $(MSGPACK_CFLAGS)
mod_persist_request_tests_persist_reuse_test_LDADD = \
	wire/libwire.la \
	$(APR_LIBS)

mod_persist_request_tests_persist_seq_test_SOURCES = \
	mod_persist/request/persist_seq.c \
	mod_persist/request/persist_seq.h \
	mod_persist/request/tests/persist_seq_test.c
mod_persist_request_tests_persist_seq_test_CFLAGS = \
	$(AM_CFLAGS) $(APR_CFLAGS)
mod_persist_request_tests_persist_seq_test_LDADD = $(APR_LIBS)

mod_persist_request_tests_persist_times_test_SOURCES = \
	mod_persist/request/persist_times.c \
	mod_persist/request/persist_times.h \
	mod_persist/request/tests/persist_times_test.c

mod_persist_request_tests_persist_wait_slice_test_SOURCES = \
	mod_persist/request/persist_wait.h \
	mod_persist/request/persist_wait_slice.c \
	mod_persist/request/tests/persist_wait_slice_test.c
mod_persist_request_tests_persist_wait_slice_test_CFLAGS = \
	$(AM_CFLAGS) $(HTTPD_CFLAGS) $(APR_CFLAGS)

if FUZZ
check_PROGRAMS += mod_persist/request/fuzz/fuzz_headers
mod_persist_request_fuzz_fuzz_headers_SOURCES = \
	mod_persist/request/fuzz/fuzz_headers.c \
	mod_persist/request/fuzz/fuzz_httpd.c \
	mod_persist/request/fuzz/fuzz_httpd.h \
	mod_persist/request/persist_cgi.c \
	mod_persist/request/persist_cgi.h \
	mod_persist/request/persist_fault.h \
	mod_persist/request/persist_fields.c \
	mod_persist/request/persist_fields.h \
	mod_persist/request/persist_headers.c \
	mod_persist/request/persist_headers.h
mod_persist_request_fuzz_fuzz_headers_CFLAGS = $(AM_CFLAGS) \
	$(HTTPD_CFLAGS) $(APR_CFLAGS) $(MSGPACK_CFLAGS) $(FUZZ_CFLAGS)
mod_persist_request_fuzz_fuzz_headers_LDADD = $(APR_LIBS)

fuzz: fuzz-headers
fuzz-headers: mod_persist/request/fuzz/fuzz_headers
	$(srcdir)/wire/fuzz/run.sh mod_persist/request/fuzz/fuzz_headers \
		$(FUZZ_SECONDS)
endif
