# wire/: the protocol's codec, its tests, vectors and fuzz targets.

noinst_LTLIBRARIES += wire/libwire.la

wire_libwire_la_SOURCES = \
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
