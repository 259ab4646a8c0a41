# SPDX-License-Identifier: Apache-2.0
# persistd/decide/: what should happen: pure functions of plain facts.

noinst_LTLIBRARIES += persistd/decide/libdecide.la
persistd_decide_libdecide_la_SOURCES = \
	persistd/decide/ahead.c \
	persistd/decide/ahead.h \
	persistd/decide/backoff.c \
	persistd/decide/backoff.h \
	persistd/decide/calm.c \
	persistd/decide/calm.h \
	persistd/decide/files.c \
	persistd/decide/files.h \
	persistd/decide/history.c \
	persistd/decide/history.h \
	persistd/decide/lane.c \
	persistd/decide/lane.h \
	persistd/decide/life.c \
	persistd/decide/life.h \
	persistd/decide/pace.c \
	persistd/decide/pace.h \
	persistd/decide/plan.c \
	persistd/decide/plan.h \
	persistd/decide/preempt.c \
	persistd/decide/preempt.h \
	persistd/decide/rolling.c \
	persistd/decide/rolling.h \
	persistd/decide/surplus.c \
	persistd/decide/surplus.h \
	persistd/decide/together.c \
	persistd/decide/together.h \
	persistd/decide/unit.c \
	persistd/decide/unit.h \
	persistd/decide/wear.c \
	persistd/decide/wear.h
persistd_decide_libdecide_la_CFLAGS = $(persistd_cflags)
persistd_decide_libs = persistd/decide/libdecide.la $(persistd_base_libs)
