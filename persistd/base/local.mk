# SPDX-License-Identifier: Apache-2.0
# persistd/base/: memory, the command line, the log, text.

noinst_LTLIBRARIES += persistd/base/libbase.la
persistd_base_libbase_la_SOURCES = \
	persistd/base/escape.c \
	persistd/base/escape.h \
	persistd/base/headline.c \
	persistd/base/headline.h \
	persistd/base/heap.c \
	persistd/base/heap.h \
	persistd/base/lines.c \
	persistd/base/lines.h \
	persistd/base/log.c \
	persistd/base/log.h \
	persistd/base/mark.c \
	persistd/base/mark.h \
	persistd/base/options.c \
	persistd/base/options.h \
	persistd/base/rate.c \
	persistd/base/rate.h \
	persistd/base/recent.c \
	persistd/base/recent.h \
	persistd/base/strv.c \
	persistd/base/strv.h
persistd_base_libbase_la_CFLAGS = $(persistd_cflags)
persistd_base_libs = persistd/base/libbase.la $(persistd_ground_libs)
