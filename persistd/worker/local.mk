# SPDX-License-Identifier: Apache-2.0
# persistd/worker/: the life of one worker, from its start to its end.

noinst_LTLIBRARIES += persistd/worker/libworker.la
persistd_worker_libworker_la_SOURCES = \
	persistd/worker/ahead.c \
	persistd/worker/ahead.h \
	persistd/worker/boot.c \
	persistd/worker/boot.h \
	persistd/worker/clone.c \
	persistd/worker/clone.h \
	persistd/worker/control.c \
	persistd/worker/control.h \
	persistd/worker/end.c \
	persistd/worker/end.h \
	persistd/worker/endpoint.c \
	persistd/worker/endpoint.h \
	persistd/worker/events.c \
	persistd/worker/events.h \
	persistd/worker/facts.c \
	persistd/worker/facts.h \
	persistd/worker/leave.c \
	persistd/worker/leave.h \
	persistd/worker/log.c \
	persistd/worker/log.h \
	persistd/worker/memory.c \
	persistd/worker/memory.h \
	persistd/worker/offer.c \
	persistd/worker/offer.h \
	persistd/worker/start.c \
	persistd/worker/start.h \
	persistd/worker/tick.c \
	persistd/worker/tick.h \
	persistd/worker/units.c \
	persistd/worker/units.h
persistd_worker_libworker_la_CFLAGS = $(persistd_cflags)
persistd_worker_libs = persistd/worker/libworker.la $(persistd_state_libs)
