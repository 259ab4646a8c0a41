# SPDX-License-Identifier: Apache-2.0
# persistd/worker/: the life of one worker, from its start to its end.

noinst_LTLIBRARIES += persistd/worker/libworker.la
persistd_worker_libworker_la_SOURCES = \
	persistd/worker/boot.c \
	persistd/worker/boot.h \
	persistd/worker/clone.c \
	persistd/worker/clone.h \
	persistd/worker/control.c \
	persistd/worker/control.h \
	persistd/worker/launch.c \
	persistd/worker/launch.h \
	persistd/worker/units.c \
	persistd/worker/units.h \
	persistd/worker/worker.c \
	persistd/worker/worker.h
persistd_worker_libworker_la_CFLAGS = $(persistd_cflags)
persistd_worker_libs = persistd/worker/libworker.la $(persistd_state_libs)
