# SPDX-License-Identifier: Apache-2.0
# bench/: measures mod_persist beside its peers. Its programs need packages that
# a build does not (scripts/setup bench), so only `make bench` builds them.

EXTRA_LTLIBRARIES = \
	bench/floor/mod_bare.la \
	bench/floor/mod_floor.la
EXTRA_PROGRAMS = \
	bench/apps/cgi_hello \
	bench/apps/fcgi_app \
	bench/apps/persist_app \
	bench/exact \
	bench/floor/bare_worker \
	bench/models/ring \
	bench/models/turn

# With -rpath libtool makes an installable module, which is a .so.
bench_ldflags = -module -avoid-version -shared -rpath $(abs_builddir)
bench_floor_mod_floor_la_SOURCES = bench/floor/mod_floor.c
bench_floor_mod_floor_la_CFLAGS = $(AM_CFLAGS) $(HTTPD_CFLAGS) $(APR_CFLAGS)
bench_floor_mod_floor_la_LDFLAGS = $(product_ldflags) $(bench_ldflags) \
	-export-symbols-regex '^bench_floor_module$$'
bench_floor_mod_bare_la_SOURCES = bench/floor/mod_bare.c
bench_floor_mod_bare_la_CFLAGS = $(AM_CFLAGS) $(HTTPD_CFLAGS) $(APR_CFLAGS) \
	$(MSGPACK_CFLAGS)
bench_floor_mod_bare_la_LDFLAGS = $(product_ldflags) $(bench_ldflags) \
	-export-symbols-regex '^bench_bare_module$$'
bench_floor_mod_bare_la_LIBADD = $(MSGPACK_LIBS)

bench_floor_bare_worker_SOURCES = bench/floor/bare_worker.c
bench_floor_bare_worker_CFLAGS = $(AM_CFLAGS) $(MSGPACK_CFLAGS)
bench_floor_bare_worker_LDADD = $(MSGPACK_LIBS)
bench_apps_persist_app_SOURCES = \
	bench/apps/persist_app.c \
	bench/apps/work.c \
	bench/apps/work.h
bench_apps_persist_app_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/workers/core
bench_apps_persist_app_LDADD = workers/core/libpersist-worker.la
bench_apps_cgi_hello_SOURCES = bench/apps/cgi_hello.c
bench_apps_fcgi_app_SOURCES = \
	bench/apps/fcgi_app.c \
	bench/apps/work.c \
	bench/apps/work.h
bench_apps_fcgi_app_LDADD = -lfcgi

bench_exact_SOURCES = bench/exact.c

bench_models_ring_SOURCES = bench/models/ring.c
bench_models_turn_SOURCES = bench/models/turn.c

# Shows what bounds two of the figures, without httpd.
bench-models:
	$(MAKE) $(AM_MAKEFLAGS) bench/models/ring bench/models/turn
	bench/models/ring
	bench/models/turn 1 10 100 1000

# BENCHFLAGS, for example --quick, are options of bench/bench.py.
bench: all
	$(srcdir)/scripts/setup bench
	$(MAKE) $(AM_MAKEFLAGS) $(EXTRA_LTLIBRARIES) $(EXTRA_PROGRAMS)
	./run $(PYTHON) $(srcdir)/bench/bench.py $(BENCHFLAGS)
.PHONY: bench bench-models

TESTS += bench/tests/pure.test
MOSTLYCLEANFILES += $(EXTRA_LTLIBRARIES) $(EXTRA_PROGRAMS)
# Folders of which the build has one with objects in it are listed file by file.
EXTRA_DIST += \
	bench/README.md \
	bench/apps/BenchPerl.pm \
	bench/apps/bytes_app.lua \
	bench/apps/digest_app.lua \
	bench/apps/hello_app.lua \
	bench/apps/persist_app.lua \
	bench/apps/persist_digest.lua \
	bench/apps/app.php \
	bench/apps/alone.py \
	bench/apps/alone.rb \
	bench/apps/bare_app.py \
	bench/apps/cgi \
	bench/apps/cgi_app.py \
	bench/apps/clone_app.py \
	bench/apps/clone_app.rb \
	bench/apps/content.txt \
	bench/apps/door \
	bench/apps/django_app \
	bench/apps/fastapi_app \
	bench/apps/fcgi_app.py \
	bench/apps/flask_app \
	bench/apps/node \
	bench/apps/persist_app.js \
	bench/apps/persist_app.pl \
	bench/apps/persist_app.py \
	bench/apps/persist_app.rb \
	bench/apps/persist_app.scm \
	bench/apps/psgi \
	bench/apps/rack \
	bench/apps/setup_app.rb \
	bench/apps/sinatra_app \
	bench/apps/work.js \
	bench/apps/work.py \
	bench/apps/work.rb \
	bench/apps/wsgi \
	bench/bench.py \
	bench/floor/README.md \
	bench/harness \
	bench/peers \
	bench/requirements.txt \
	bench/results/1mib.png \
	bench/results/64mib.png \
	bench/results/README.md \
	bench/results/applications/README.md \
	bench/results/applications/samples.json.xz \
	bench/results/concurrency.png \
	bench/results/door/README.md \
	bench/results/door/samples.json.xz \
	bench/results/environment.png \
	bench/results/hello.png \
	bench/results/hello/README.md \
	bench/results/hello/hello.png \
	bench/results/hello/samples.json.xz \
	bench/results/languages/README.md \
	bench/results/languages/hello.png \
	bench/results/languages/samples.json.xz \
	bench/results/page.png \
	bench/results/pools.png \
	bench/results/mixed/README.md \
	bench/results/mixed/samples.json.xz \
	bench/results/programs/README.md \
	bench/results/programs/samples.json.xz \
	bench/results/samples.json.xz \
	bench/run \
	bench/tests/conftest.py \
	bench/tests/pure.test \
	bench/tests/test_beside.py \
	bench/tests/test_budget.py \
	bench/tests/test_goals.py \
	bench/tests/test_goals_door.py \
	bench/tests/test_goals_mixed.py \
	bench/tests/test_pace.py \
	bench/tests/test_sample.py \
	bench/tests/test_samples.py \
	bench/tests/test_table.py \
	bench/tests/test_tree.py \
	bench/workloads \
	bench/wrk.lua
