# SPDX-License-Identifier: Apache-2.0
# persistd/run/: persistd as a whole: start, adoption, the turn of the loop, stop.

noinst_LTLIBRARIES += persistd/run/librun.la
persistd_run_librun_la_SOURCES = \
	persistd/run/adopt.c \
	persistd/run/adopt.h \
	persistd/run/installed.c \
	persistd/run/installed.h \
	persistd/run/mend.c \
	persistd/run/mend.h \
	persistd/run/orphans.c \
	persistd/run/orphans.h \
	persistd/run/own.c \
	persistd/run/own.h \
	persistd/run/parent.c \
	persistd/run/parent.h \
	persistd/run/place.c \
	persistd/run/place.h \
	persistd/run/stale.c \
	persistd/run/stale.h \
	persistd/run/stop.c \
	persistd/run/stop.h \
	persistd/run/turn.c \
	persistd/run/turn.h
persistd_run_librun_la_CFLAGS = $(persistd_cflags)
persistd_run_libs = persistd/run/librun.la $(persistd_serve_libs)
