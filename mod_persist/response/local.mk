# SPDX-License-Identifier: Apache-2.0
# mod_persist/response/: makes the answer httpd's. Tests of sources without httpd.

persist_response_tests = \
	mod_persist/response/tests/persist_command_test \
	mod_persist/response/tests/persist_error_page_test \
	mod_persist/response/tests/persist_headers_test \
	mod_persist/response/tests/persist_page_test \
	mod_persist/response/tests/persist_ranges_test

check_PROGRAMS += $(persist_response_tests)
TESTS += $(persist_response_tests)

if FUZZ
check_PROGRAMS += mod_persist/response/fuzz/fuzz_headers
mod_persist_response_fuzz_fuzz_headers_SOURCES = \
	mod_persist/response/fuzz/fuzz_headers.c \
	mod_persist/response/fuzz/fuzz_httpd.c \
	mod_persist/response/fuzz/fuzz_httpd.h \
	mod_persist/response/persist_cgi.c \
	mod_persist/response/persist_cgi.h \
	mod_persist/response/persist_conditions.c \
	mod_persist/response/persist_conditions.h \
	mod_persist/response/persist_fault.h \
	mod_persist/response/persist_fields.c \
	mod_persist/response/persist_fields.h \
	mod_persist/response/persist_headers.c \
	mod_persist/response/persist_headers.h \
	mod_persist/response/persist_ranges.c \
	mod_persist/response/persist_ranges.h
mod_persist_response_fuzz_fuzz_headers_CFLAGS = $(AM_CFLAGS) $(FUZZ_CFLAGS)
mod_persist_response_fuzz_fuzz_headers_LDADD = $(APR_LIBS)

fuzz: fuzz-headers
fuzz-headers: mod_persist/response/fuzz/fuzz_headers
	$(srcdir)/wire/fuzz/run.sh mod_persist/response/fuzz/fuzz_headers \
		$(FUZZ_SECONDS)
endif
