# t/: the suite against a live httpd, once for each MPM and once as root.

TESTS += t/event.test t/worker.test t/prefork.test t/root.test
# One at a time: each starts servers, and installs from this build directory.
t/worker.log: t/event.log
t/prefork.log: t/worker.log
t/root.log: t/prefork.log

if NGHTTP2
check_PROGRAMS += t/client/load
t_client_load_SOURCES = \
	t/client/http1.c \
	t/client/http2.c \
	t/client/load.c \
	t/client/load.h \
	t/client/tally.c
t_client_load_CFLAGS = $(AM_CFLAGS) $(NGHTTP2_CFLAGS)
t_client_load_LDADD = $(NGHTTP2_LIBS)
endif

EXTRA_DIST += \
	t/TEST \
	t/conf \
	t/htdocs \
	t/lib \
	t/event.test \
	t/prefork.test \
	t/root.test \
	t/worker.test
