# SPDX-License-Identifier: Apache-2.0
# persistd/state/: persistd's records, settings and journal.

noinst_LTLIBRARIES += persistd/state/libstate.la
persistd_state_libstate_la_SOURCES = \
	persistd/state/agenda.c \
	persistd/state/agenda.h \
	persistd/state/definition.c \
	persistd/state/definition.h \
	persistd/state/instance.c \
	persistd/state/instance.h \
	persistd/state/journal.c \
	persistd/state/journal.h \
	persistd/state/news.h \
	persistd/state/persistd.h \
	persistd/state/pool.c \
	persistd/state/pool.h \
	persistd/state/runs.c \
	persistd/state/runs.h \
	persistd/state/say.c \
	persistd/state/say.h \
	persistd/state/seats.c \
	persistd/state/seats.h \
	persistd/state/settings.c \
	persistd/state/settings.h \
	persistd/state/table.c \
	persistd/state/table.h \
	persistd/state/worker.c \
	persistd/state/worker.h
persistd_state_libstate_la_CFLAGS = $(persistd_cflags)
persistd_state_libs = persistd/state/libstate.la $(persistd_os_libs)
