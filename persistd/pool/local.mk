# SPDX-License-Identifier: Apache-2.0
# persistd/pool/: the workers of one script, and the places that all share.

noinst_LTLIBRARIES += persistd/pool/libpool.la
persistd_pool_libpool_la_SOURCES = \
	persistd/pool/admit.c \
	persistd/pool/admit.h \
	persistd/pool/capacity.c \
	persistd/pool/capacity.h \
	persistd/pool/hears.c \
	persistd/pool/hears.h \
	persistd/pool/host.c \
	persistd/pool/host.h \
	persistd/pool/pool.c \
	persistd/pool/pool.h \
	persistd/pool/reason.c \
	persistd/pool/reason.h \
	persistd/pool/reconcile.c \
	persistd/pool/reconcile.h \
	persistd/pool/reload.c \
	persistd/pool/reload.h \
	persistd/pool/replace.c \
	persistd/pool/replace.h \
	persistd/pool/share.c \
	persistd/pool/share.h \
	persistd/pool/shortage.c \
	persistd/pool/shortage.h \
	persistd/pool/source_dirs.c \
	persistd/pool/source_dirs.h \
	persistd/pool/source_list.c \
	persistd/pool/source_list.h \
	persistd/pool/sources.c \
	persistd/pool/sources.h \
	persistd/pool/start.c \
	persistd/pool/start.h \
	persistd/pool/trim.c \
	persistd/pool/trim.h \
	persistd/pool/version.c \
	persistd/pool/version.h \
	persistd/pool/view.c \
	persistd/pool/view.h
persistd_pool_libpool_la_CFLAGS = $(persistd_cflags)
persistd_pool_libs = persistd/pool/libpool.la $(persistd_worker_libs)
