# SPDX-License-Identifier: Apache-2.0
# workers/c/: workers written in plain C, for tests, benchmarks and readers.

noinst_PROGRAMS += workers/c/hello

workers_c_hello_SOURCES = workers/c/hello.c
workers_c_hello_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/workers/core
workers_c_hello_LDADD = workers/core/libpersist-worker.la

if !SANITIZER
TESTS += workers/c/c.test
endif
EXTRA_DIST += \
	workers/c/README.md \
	workers/c/c.test \
	workers/c/count.c
