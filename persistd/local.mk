# SPDX-License-Identifier: Apache-2.0
# persistd/: the pool manager and its helper. The convenience library is all of
# persistd but main(), for its unit tests.

noinst_LTLIBRARIES += persistd/libpersistd.la
pkglibexec_PROGRAMS += \
	persistd/persistd \
	persistd/persist-exec \
	persistd/persist-look
dist_man8_MANS = persistd/persistd.8

persistd_libpersistd_la_SOURCES = \
	persistd/adopt.c \
	persistd/adopt.h \
	persistd/answer.c \
	persistd/answer.h \
	persistd/backoff.c \
	persistd/backoff.h \
	persistd/boot.c \
	persistd/boot.h \
	persistd/client.c \
	persistd/client.h \
	persistd/clock.c \
	persistd/clock.h \
	persistd/clone.c \
	persistd/clone.h \
	persistd/conn.c \
	persistd/conn.h \
	persistd/control.c \
	persistd/control.h \
	persistd/crew.c \
	persistd/crew.h \
	persistd/deadline.c \
	persistd/deadline.h \
	persistd/definition.c \
	persistd/definition.h \
	persistd/demand.c \
	persistd/demand.h \
	persistd/descriptors.c \
	persistd/descriptors.h \
	persistd/ensure.c \
	persistd/ensure.h \
	persistd/escape.c \
	persistd/escape.h \
	persistd/evict.c \
	persistd/evict.h \
	persistd/file_id.c \
	persistd/file_id.h \
	persistd/finishing.c \
	persistd/finishing.h \
	persistd/guard.h \
	persistd/guard_linux.c \
	persistd/guard_posix.c \
	persistd/heap.c \
	persistd/heap.h \
	persistd/history.c \
	persistd/history.h \
	persistd/instance.c \
	persistd/instance.h \
	persistd/journal.c \
	persistd/journal.h \
	persistd/lack.c \
	persistd/lack.h \
	persistd/lane.c \
	persistd/lane.h \
	persistd/launch.c \
	persistd/launch.h \
	persistd/lines.c \
	persistd/lines.h \
	persistd/listener.c \
	persistd/listener.h \
	persistd/log.c \
	persistd/log.h \
	persistd/look.c \
	persistd/look.h \
	persistd/looker.c \
	persistd/looker.h \
	persistd/mark.c \
	persistd/mark.h \
	persistd/mount.h \
	persistd/mount_linux.c \
	persistd/mount_posix.c \
	persistd/notice.h \
	persistd/notice_ask.c \
	persistd/notice_ask.h \
	persistd/notice_linux.c \
	persistd/notice_posix.c \
	persistd/options.c \
	persistd/options.h \
	persistd/order.c \
	persistd/order.h \
	persistd/output.c \
	persistd/output.h \
	persistd/pace.c \
	persistd/pace.h \
	persistd/parent.c \
	persistd/parent.h \
	persistd/persistd.h \
	persistd/place.c \
	persistd/place.h \
	persistd/plan.c \
	persistd/plan.h \
	persistd/pool.c \
	persistd/pool.h \
	persistd/process.h \
	persistd/process_linux.c \
	persistd/process_posix.c \
	persistd/rate.c \
	persistd/rate.h \
	persistd/reap.c \
	persistd/reap.h \
	persistd/reload.c \
	persistd/reload.h \
	persistd/renew.c \
	persistd/renew.h \
	persistd/report.c \
	persistd/report.h \
	persistd/report_facts.h \
	persistd/report_fields.c \
	persistd/report_json.c \
	persistd/report_metrics.c \
	persistd/rolling.c \
	persistd/rolling.h \
	persistd/room.c \
	persistd/room.h \
	persistd/seat.c \
	persistd/seat.h \
	persistd/settings.c \
	persistd/settings.h \
	persistd/sources.c \
	persistd/sources.h \
	persistd/share.c \
	persistd/share.h \
	persistd/stale.c \
	persistd/stale.h \
	persistd/stop.c \
	persistd/stop.h \
	persistd/surplus.c \
	persistd/surplus.h \
	persistd/sweep.c \
	persistd/sweep.h \
	persistd/table.c \
	persistd/table.h \
	persistd/tenant.c \
	persistd/tenant.h \
	persistd/texts.c \
	persistd/texts.h \
	persistd/view.c \
	persistd/view.h \
	persistd/watch.h \
	persistd/watch_linux.c \
	persistd/watch_posix.c \
	persistd/wear.c \
	persistd/wear.h \
	persistd/worker.c \
	persistd/worker.h
persistd_cflags = $(AM_CFLAGS) $(APR_CFLAGS) $(MSGPACK_CFLAGS) $(UV_CFLAGS)
persistd_libpersistd_la_CFLAGS = $(persistd_cflags)
persistd_libpersistd_la_LIBADD = \
	slots/libslots_shm.la \
	wire/libwire.la \
	$(APR_LIBS) \
	$(UV_LIBS)

persistd_persistd_SOURCES = persistd/main.c
persistd_persistd_CFLAGS = $(persistd_cflags)
persistd_persistd_LDFLAGS = $(program_ldflags)
persistd_persistd_LDADD = persistd/libpersistd.la

persistd_persist_exec_SOURCES = \
	persistd/descriptors.c \
	persistd/descriptors.h \
	persistd/persist_exec.c
persistd_persist_exec_LDFLAGS = $(program_ldflags)

# With nothing that has to be found or loaded: there are many of them.
persistd_persist_look_SOURCES = \
	persistd/descriptors.c \
	persistd/descriptors.h \
	persistd/guard.h \
	persistd/guard_linux.c \
	persistd/guard_posix.c \
	persistd/looker.c \
	persistd/looker.h \
	persistd/notice_ask.c \
	persistd/notice_ask.h \
	persistd/persist_look.c \
	persistd/process.h \
	persistd/process_linux.c \
	persistd/process_posix.c \
	persistd/tenant.c \
	persistd/tenant.h
persistd_persist_look_CFLAGS = $(AM_CFLAGS)
persistd_persist_look_LDFLAGS = $(program_ldflags)
persistd_persist_look_LDADD = slots/libslots.la

# The fuzz targets stand on a persistd that is instrumented, too. Runs of them
# are bounded by FUZZ_SECONDS; `make fuzz` runs all.
if FUZZ
persistd_fuzz_cflags = $(persistd_cflags) $(FUZZ_LIBRARY_CFLAGS)
noinst_LTLIBRARIES += persistd/fuzz/libpersistd.la
persistd_fuzz_libpersistd_la_SOURCES = $(persistd_libpersistd_la_SOURCES)
persistd_fuzz_libpersistd_la_CFLAGS = $(persistd_fuzz_cflags)
persistd_fuzz_libpersistd_la_LIBADD = $(persistd_libpersistd_la_LIBADD)

check_PROGRAMS += persistd/fuzz/fuzz_client persistd/fuzz/fuzz_journal

persistd_fuzz_fuzz_client_SOURCES = \
	persistd/fuzz/fuzz_client.c \
	persistd/fuzz/fuzz_instance.h
persistd_fuzz_fuzz_client_CFLAGS = $(persistd_cflags) $(FUZZ_CFLAGS)
persistd_fuzz_fuzz_client_LDADD = persistd/fuzz/libpersistd.la

persistd_fuzz_fuzz_journal_SOURCES = \
	persistd/fuzz/fuzz_instance.h \
	persistd/fuzz/fuzz_journal.c
persistd_fuzz_fuzz_journal_CFLAGS = $(persistd_cflags) $(FUZZ_CFLAGS)
persistd_fuzz_fuzz_journal_LDADD = persistd/fuzz/libpersistd.la

fuzz: fuzz-client fuzz-journal
fuzz-client: persistd/fuzz/fuzz_client persistd/persist-look
	$(srcdir)/wire/fuzz/run.sh persistd/fuzz/fuzz_client $(FUZZ_SECONDS)
fuzz-journal: persistd/fuzz/fuzz_journal persistd/persist-look
	$(srcdir)/wire/fuzz/run.sh persistd/fuzz/fuzz_journal $(FUZZ_SECONDS)
endif

# persistd/tests/live.test drives persistd through its sockets and this program.
check_PROGRAMS += persistd/tests/child

persistd_tests_child_SOURCES = persistd/tests/child.c
persistd_tests_child_CFLAGS = $(AM_CFLAGS) $(APR_CFLAGS)
persistd_tests_child_LDADD = slots/libslots_shm.la

EXTRA_DIST += \
	persistd/tests/conftest.py \
	persistd/tests/driver.py \
	persistd/tests/fake_worker.py \
	persistd/tests/far_mount.py \
	persistd/tests/lingering.py \
	persistd/tests/live.test \
	persistd/tests/pywire.py \
	persistd/tests/run_fake.py \
	persistd/tests/test_adoption.py \
	persistd/tests/test_deadline.py \
	persistd/tests/test_failures.py \
	persistd/tests/test_far_files.py \
	persistd/tests/test_orders.py \
	persistd/tests/test_pools.py \
	persistd/tests/test_units.py \
	persistd/tests/test_instance.py \
	persistd/tests/test_lingering.py \
	persistd/tests/test_reload.py \
	persistd/tests/test_renewal.py \
	persistd/tests/test_roster.py \
	persistd/tests/test_clone.py \
	persistd/tests/test_persistctl.py \
	persistd/tests/test_place.py \
	persistd/tests/test_shares.py \
	persistd/tests/test_spine.py
