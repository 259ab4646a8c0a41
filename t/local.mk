# SPDX-License-Identifier: Apache-2.0
# t/: the suite against a live httpd, once for each MPM and once as root, and the
# recipes of docs/recipes/.

if !SANITIZER
TESTS += t/event.test t/as-root.test t/worker.test t/prefork.test \
	t/recipes.test
endif

noinst_PROGRAMS += t/cgi-program/spoil t/cgi-program/wrap
t_cgi_program_spoil_SOURCES = t/cgi-program/spoil.c
t_cgi_program_wrap_SOURCES = t/cgi-program/wrap.c

if NGHTTP2
check_PROGRAMS += t/load-client/load
t_load_client_load_SOURCES = \
	t/load-client/http1.c \
	t/load-client/http2.c \
	t/load-client/load.c \
	t/load-client/load.h \
	t/load-client/tally.c
t_load_client_load_CFLAGS = $(AM_CFLAGS) $(NGHTTP2_CFLAGS)
t_load_client_load_LDADD = $(NGHTTP2_LIBS)
endif

# Folders of tests as a whole: t/README.md lists what is in them.
EXTRA_DIST += \
	t/README.md \
	t/TEST \
	t/app \
	t/as-root \
	t/as-root.test \
	t/cgi \
	t/client \
	t/conf \
	t/event.test \
	t/far-pids \
	t/htaccess \
	t/htdocs \
	t/httpd-tests \
	t/kill \
	t/lib \
	t/lifecycle \
	t/prefork.test \
	t/queue \
	t/recipes \
	t/recipes.test \
	t/requirements.txt \
	t/request \
	t/sdk \
	t/status \
	t/wire \
	t/worker.test
