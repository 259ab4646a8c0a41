# workers/core/: libpersist-worker, on which the SDKs stand, and its tests.

lib_LTLIBRARIES += workers/core/libpersist-worker.la
persistincludedir = $(includedir)/persist
persistinclude_HEADERS = workers/core/persist/worker.h
pkgconfigdir = $(libdir)/pkgconfig
pkgconfig_DATA = workers/core/persist-worker.pc

# Everything, for the library, for SDKs that hold it inside, and for the tests.
noinst_LTLIBRARIES += workers/core/libcore.la
workers_core_libcore_la_SOURCES = \
	workers/core/persist_block.c \
	workers/core/persist_body.c \
	workers/core/persist_clock.c \
	workers/core/persist_conn.c \
	workers/core/persist_control.c \
	workers/core/persist_fd.c \
	workers/core/persist_fork.c \
	workers/core/persist_input.c \
	workers/core/persist_open.c \
	workers/core/persist_orphan.c \
	workers/core/persist_output.c \
	workers/core/persist_poll_epoll.c \
	workers/core/persist_poll_poll.c \
	workers/core/persist_poller.h \
	workers/core/persist_private.h \
	workers/core/persist_request.c \
	workers/core/persist_response.c \
	workers/core/persist_stderr.c \
	workers/core/persist_worker.c
workers_core_libcore_la_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/workers/core
workers_core_libcore_la_CFLAGS = $(AM_CFLAGS) $(MSGPACK_CFLAGS)
workers_core_libcore_la_LIBADD = wire/libwire.la -lpthread -lrt

workers_core_libpersist_worker_la_SOURCES =
workers_core_libpersist_worker_la_LIBADD = workers/core/libcore.la
workers_core_libpersist_worker_la_LDFLAGS = \
	$(AM_LDFLAGS) \
	-version-info 0:0:0 \
	-export-symbols-regex '^persist_(worker|request)_'
