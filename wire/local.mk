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
	wire/wire_limits.h \
	wire/wire_message.c \
	wire/wire_message.h \
	wire/wire_scan.c \
	wire/wire_scan.h
wire_libwire_la_CFLAGS = $(AM_CFLAGS) $(MSGPACK_CFLAGS)
wire_libwire_la_LIBADD = $(MSGPACK_LIBS)

# Unit tests: one for each source, one for the vectors, one for PROTOCOL.md.
wire_tests = \
	wire/tests/protocol_example \
	wire/tests/vectors_agree \
	wire/tests/wire_descriptors \
	wire/tests/wire_error \
	wire/tests/wire_fault \
	wire/tests/wire_fields \
	wire/tests/wire_frame \
	wire/tests/wire_message \
	wire/tests/wire_scan
check_PROGRAMS += $(wire_tests)
TESTS += $(wire_tests) wire/tests/vectors_current.test
wire_tests_cppflags = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
wire_tests_cflags = $(AM_CFLAGS) $(MSGPACK_CFLAGS)

wire_tests_protocol_example_SOURCES = \
	wire/tests/files.h \
	wire/tests/protocol_example.c \
	wire/tests/vectors.h
wire_tests_protocol_example_CPPFLAGS = $(wire_tests_cppflags)
wire_tests_protocol_example_CFLAGS = $(wire_tests_cflags)
wire_tests_protocol_example_LDADD = wire/libwire.la

wire_tests_vectors_agree_SOURCES = \
	wire/tests/describe.h \
	wire/tests/files.h \
	wire/tests/vectors.h \
	wire/tests/vectors_agree.c
wire_tests_vectors_agree_CPPFLAGS = $(wire_tests_cppflags)
wire_tests_vectors_agree_CFLAGS = $(wire_tests_cflags)
wire_tests_vectors_agree_LDADD = wire/libwire.la

wire_tests_wire_descriptors_SOURCES = \
	tests/lingering.h \
	wire/tests/wire_descriptors.c
wire_tests_wire_descriptors_CPPFLAGS = $(wire_tests_cppflags)
wire_tests_wire_descriptors_CFLAGS = $(wire_tests_cflags)
wire_tests_wire_descriptors_LDADD = wire/libwire.la

wire_tests_wire_error_SOURCES = wire/tests/wire_error.c
wire_tests_wire_error_CPPFLAGS = $(wire_tests_cppflags)
wire_tests_wire_error_CFLAGS = $(wire_tests_cflags)
wire_tests_wire_error_LDADD = wire/libwire.la

wire_tests_wire_fault_SOURCES = wire/tests/wire_fault.c
wire_tests_wire_fault_CPPFLAGS = $(wire_tests_cppflags)
wire_tests_wire_fault_CFLAGS = $(wire_tests_cflags)
wire_tests_wire_fault_LDADD = wire/libwire.la

wire_tests_wire_fields_SOURCES = \
	wire/tests/samples.h \
	wire/tests/wire_fields.c
wire_tests_wire_fields_CPPFLAGS = $(wire_tests_cppflags)
wire_tests_wire_fields_CFLAGS = $(wire_tests_cflags)
wire_tests_wire_fields_LDADD = wire/libwire.la

wire_tests_wire_frame_SOURCES = wire/tests/wire_frame.c
wire_tests_wire_frame_CPPFLAGS = $(wire_tests_cppflags)
wire_tests_wire_frame_CFLAGS = $(wire_tests_cflags)
wire_tests_wire_frame_LDADD = wire/libwire.la

wire_tests_wire_message_SOURCES = \
	wire/tests/compare.h \
	wire/tests/samples.h \
	wire/tests/wire_message.c
wire_tests_wire_message_CPPFLAGS = $(wire_tests_cppflags)
wire_tests_wire_message_CFLAGS = $(wire_tests_cflags)
wire_tests_wire_message_LDADD = wire/libwire.la

wire_tests_wire_scan_SOURCES = wire/tests/wire_scan.c
wire_tests_wire_scan_CPPFLAGS = $(wire_tests_cppflags)
wire_tests_wire_scan_CFLAGS = $(wire_tests_cflags)
wire_tests_wire_scan_LDADD = wire/libwire.la

.PHONY: fuzz fuzz-client fuzz-fields fuzz-frame fuzz-headers fuzz-journal \
	fuzz-message vectors

# Writes the committed vectors again.
vectors:
	python3 -B $(srcdir)/wire/vectors/generate.py $(srcdir)/wire/vectors

# The fuzz targets compile the codec in, so that all of it is instrumented.
wire_fuzz_cppflags = $(AM_CPPFLAGS) -I$(top_srcdir)/wire/tests
wire_fuzz_cflags = $(AM_CFLAGS) $(MSGPACK_CFLAGS) $(FUZZ_CFLAGS)
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
	wire/tests/vectors_current.test \
	wire/vectors
