# SPDX-License-Identifier: Apache-2.0
# wire/: the codec of the protocol, its tests, vectors and fuzz targets.

noinst_LTLIBRARIES += wire/libwire.la

wire_libwire_la_SOURCES = \
	wire/wire_descriptors.c \
	wire/wire_descriptors.h \
	wire/wire_error.c \
	wire/wire_error.h \
	wire/wire_fault.c \
	wire/wire_fault.h \
	wire/wire_fields.c \
	wire/wire_fields.h \
	wire/wire_frame.c \
	wire/wire_frame.h \
	wire/wire_kind.h \
	wire/wire_limits.h \
	wire/wire_message.c \
	wire/wire_message.h \
	wire/wire_pool_settings.h \
	wire/wire_scan.c \
	wire/wire_scan.h \
	wire/wire_token.c \
	wire/wire_token.h
wire_libwire_la_CFLAGS = $(PERSIST_CFLAGS) $(MSGPACK_CFLAGS)
wire_libwire_la_LIBADD = $(MSGPACK_LIBS)

# Unit tests: one for each source, one for the vectors, one for PROTOCOL.md.
wire_tests = \
	wire/tests/protocol_example_test \
	wire/tests/vectors_agree_test \
	wire/tests/wire_descriptors_test \
	wire/tests/wire_error_test \
	wire/tests/wire_fault_test \
	wire/tests/wire_fields_test \
	wire/tests/wire_frame_test \
	wire/tests/wire_message_test \
	wire/tests/wire_scan_test \
	wire/tests/wire_token_test
check_PROGRAMS += $(wire_tests)
TESTS += $(wire_tests) wire/tests/vectors_current.test

wire_tests_wire_token_test_CFLAGS = $(AM_CFLAGS) -pthread

.PHONY: fuzz fuzz-client fuzz-fields fuzz-frame fuzz-headers fuzz-journal \
	fuzz-message vectors

# Writes the committed vectors again.
vectors:
	python3 -B $(srcdir)/wire/vectors/generate.py $(srcdir)/wire/vectors

# The fuzz targets compile the codec in, so that all of it is instrumented.
wire_fuzz_cppflags = $(AM_CPPFLAGS) -I$(top_srcdir)/wire/tests
wire_fuzz_cflags = $(AM_CFLAGS) $(FUZZ_CFLAGS)
if FUZZ
check_PROGRAMS += wire/fuzz/fuzz_frame wire/fuzz/fuzz_message

wire_fuzz_fuzz_frame_SOURCES = \
	wire/fuzz/fuzz_frame.c \
	wire/wire_frame.c
wire_fuzz_fuzz_frame_CPPFLAGS = $(wire_fuzz_cppflags)
wire_fuzz_fuzz_frame_CFLAGS = $(wire_fuzz_cflags)

wire_fuzz_fuzz_message_SOURCES = \
	wire/fuzz/fuzz_message.c \
	wire/tests/compare.h \
	wire/wire_fields.c \
	wire/wire_message.c \
	wire/wire_scan.c
wire_fuzz_fuzz_message_CPPFLAGS = $(wire_fuzz_cppflags)
wire_fuzz_fuzz_message_CFLAGS = $(wire_fuzz_cflags)
wire_fuzz_fuzz_message_LDADD = $(MSGPACK_LIBS)

FUZZ_SECONDS = 60
fuzz: fuzz-frame fuzz-message
fuzz-frame: wire/fuzz/fuzz_frame
	$(srcdir)/wire/fuzz/run.sh wire/fuzz/fuzz_frame $(FUZZ_SECONDS)
fuzz-message: wire/fuzz/fuzz_message
	$(srcdir)/wire/fuzz/run.sh wire/fuzz/fuzz_message $(FUZZ_SECONDS)
else
fuzz:
	@echo "the fuzz targets need configure --enable-fuzzing" >&2; exit 1
endif

EXTRA_DIST += \
	wire/PROTOCOL.md \
	wire/fuzz/run.sh \
	wire/tests/compare.h \
	wire/tests/describe.h \
	wire/tests/files.h \
	wire/tests/samples.h \
	wire/tests/vectors.h \
	wire/tests/vectors_current.test \
	wire/vectors
