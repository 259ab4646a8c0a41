# SPDX-License-Identifier: Apache-2.0
# persistd/: the pool manager and its helper. The convenience library is all of
# persistd but main(), for its unit tests.

noinst_LTLIBRARIES += persistd/libpersistd.la
pkglibexec_PROGRAMS += persistd/persistd persistd/persist-exec
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
	persistd/deadline.c \
	persistd/deadline.h \
	persistd/definition.c \
	persistd/definition.h \
	persistd/demand.c \
	persistd/demand.h \
	persistd/escape.c \
	persistd/escape.h \
	persistd/finishing.c \
	persistd/finishing.h \
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
	persistd/launch.c \
	persistd/launch.h \
	persistd/lines.c \
	persistd/lines.h \
	persistd/listener.c \
	persistd/listener.h \
	persistd/log.c \
	persistd/log.h \
	persistd/mark.c \
	persistd/mark.h \
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
	persistd/stale.c \
	persistd/stale.h \
	persistd/stop.c \
	persistd/stop.h \
	persistd/sweep.c \
	persistd/sweep.h \
	persistd/table.c \
	persistd/table.h \
	persistd/texts.c \
	persistd/texts.h \
	persistd/version.c \
	persistd/version.h \
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
persistd_persistd_LDADD = persistd/libpersistd.la

persistd_persist_exec_SOURCES = persistd/persist_exec.c

# Unit tests, one for each source that decides or checks something.
persistd_tests = \
	persistd/tests/backoff_test \
	persistd/tests/definition_test \
	persistd/tests/escape_test \
	persistd/tests/history_test \
	persistd/tests/journal_test \
	persistd/tests/lines_test \
	persistd/tests/log_test \
	persistd/tests/mark_test \
	persistd/tests/output_test \
	persistd/tests/pace_test \
	persistd/tests/plan_test \
	persistd/tests/pool_test \
	persistd/tests/process_test \
	persistd/tests/rate_test \
	persistd/tests/rolling_test \
	persistd/tests/room_test \
	persistd/tests/settings_test \
	persistd/tests/sources_test \
	persistd/tests/texts_test \
	persistd/tests/watch_posix_test \
	persistd/tests/watch_test \
	persistd/tests/wear_test \
	persistd/tests/worker_test
check_PROGRAMS += $(persistd_tests)
TESTS += $(persistd_tests)
persistd_tests_cppflags = $(AM_CPPFLAGS) -I$(top_srcdir)/tests

persistd_tests_backoff_test_SOURCES = persistd/tests/backoff_test.c
persistd_tests_backoff_test_CPPFLAGS = $(persistd_tests_cppflags)
persistd_tests_backoff_test_CFLAGS = $(persistd_cflags)
persistd_tests_backoff_test_LDADD = persistd/libpersistd.la

persistd_tests_definition_test_SOURCES = persistd/tests/definition_test.c
persistd_tests_definition_test_CPPFLAGS = $(persistd_tests_cppflags)
persistd_tests_definition_test_CFLAGS = $(persistd_cflags)
persistd_tests_definition_test_LDADD = persistd/libpersistd.la

persistd_tests_escape_test_SOURCES = persistd/tests/escape_test.c
persistd_tests_escape_test_CPPFLAGS = $(persistd_tests_cppflags)
persistd_tests_escape_test_CFLAGS = $(persistd_cflags)
persistd_tests_escape_test_LDADD = persistd/libpersistd.la

persistd_tests_history_test_SOURCES = persistd/tests/history_test.c
persistd_tests_history_test_CPPFLAGS = $(persistd_tests_cppflags)
persistd_tests_history_test_CFLAGS = $(persistd_cflags)
persistd_tests_history_test_LDADD = persistd/libpersistd.la

persistd_tests_journal_test_SOURCES = persistd/tests/journal_test.c
persistd_tests_journal_test_CPPFLAGS = $(persistd_tests_cppflags)
persistd_tests_journal_test_CFLAGS = $(persistd_cflags)
persistd_tests_journal_test_LDADD = persistd/libpersistd.la

persistd_tests_lines_test_SOURCES = persistd/tests/lines_test.c
persistd_tests_lines_test_CPPFLAGS = $(persistd_tests_cppflags)
persistd_tests_lines_test_CFLAGS = $(persistd_cflags)
persistd_tests_lines_test_LDADD = persistd/libpersistd.la

persistd_tests_log_test_SOURCES = persistd/tests/log_test.c
persistd_tests_log_test_CPPFLAGS = $(persistd_tests_cppflags)
persistd_tests_log_test_CFLAGS = $(persistd_cflags)
persistd_tests_log_test_LDADD = persistd/libpersistd.la

persistd_tests_mark_test_SOURCES = persistd/tests/mark_test.c
persistd_tests_mark_test_CPPFLAGS = $(persistd_tests_cppflags)
persistd_tests_mark_test_CFLAGS = $(persistd_cflags)
persistd_tests_mark_test_LDADD = persistd/libpersistd.la

persistd_tests_output_test_SOURCES = persistd/tests/output_test.c
persistd_tests_output_test_CPPFLAGS = $(persistd_tests_cppflags)
persistd_tests_output_test_CFLAGS = $(persistd_cflags)
persistd_tests_output_test_LDADD = persistd/libpersistd.la

persistd_tests_pace_test_SOURCES = persistd/tests/pace_test.c
persistd_tests_pace_test_CPPFLAGS = $(persistd_tests_cppflags)
persistd_tests_pace_test_CFLAGS = $(persistd_cflags)
persistd_tests_pace_test_LDADD = persistd/libpersistd.la

persistd_tests_plan_test_SOURCES = persistd/tests/plan_test.c
persistd_tests_plan_test_CPPFLAGS = $(persistd_tests_cppflags)
persistd_tests_plan_test_CFLAGS = $(persistd_cflags)
persistd_tests_plan_test_LDADD = persistd/libpersistd.la

persistd_tests_pool_test_SOURCES = \
	persistd/tests/persistd_fixture.h \
	persistd/tests/pool_test.c
persistd_tests_pool_test_CPPFLAGS = $(persistd_tests_cppflags)
persistd_tests_pool_test_CFLAGS = $(persistd_cflags)
persistd_tests_pool_test_LDADD = persistd/libpersistd.la

persistd_tests_process_test_SOURCES = persistd/tests/process_test.c
persistd_tests_process_test_CPPFLAGS = $(persistd_tests_cppflags)
persistd_tests_process_test_CFLAGS = $(persistd_cflags)
persistd_tests_process_test_LDADD = persistd/libpersistd.la

persistd_tests_rate_test_SOURCES = persistd/tests/rate_test.c
persistd_tests_rate_test_CPPFLAGS = $(persistd_tests_cppflags)
persistd_tests_rate_test_CFLAGS = $(persistd_cflags)
persistd_tests_rate_test_LDADD = persistd/libpersistd.la

persistd_tests_rolling_test_SOURCES = persistd/tests/rolling_test.c
persistd_tests_rolling_test_CPPFLAGS = $(persistd_tests_cppflags)
persistd_tests_rolling_test_CFLAGS = $(persistd_cflags)
persistd_tests_rolling_test_LDADD = persistd/libpersistd.la

persistd_tests_sources_test_SOURCES = persistd/tests/sources_test.c
persistd_tests_sources_test_CPPFLAGS = $(persistd_tests_cppflags)
persistd_tests_sources_test_CFLAGS = $(persistd_cflags)
persistd_tests_sources_test_LDADD = persistd/libpersistd.la

persistd_tests_room_test_SOURCES = persistd/tests/room_test.c
persistd_tests_room_test_CPPFLAGS = $(persistd_tests_cppflags)
persistd_tests_room_test_CFLAGS = $(persistd_cflags)
persistd_tests_room_test_LDADD = persistd/libpersistd.la

persistd_tests_settings_test_SOURCES = persistd/tests/settings_test.c
persistd_tests_settings_test_CPPFLAGS = $(persistd_tests_cppflags)
persistd_tests_settings_test_CFLAGS = $(persistd_cflags)
persistd_tests_settings_test_LDADD = persistd/libpersistd.la

persistd_tests_texts_test_SOURCES = persistd/tests/texts_test.c
persistd_tests_texts_test_CPPFLAGS = $(persistd_tests_cppflags)
persistd_tests_texts_test_CFLAGS = $(persistd_cflags)
persistd_tests_texts_test_LDADD = persistd/libpersistd.la

persistd_tests_watch_test_SOURCES = persistd/tests/watch_test.c
persistd_tests_watch_test_CPPFLAGS = $(persistd_tests_cppflags)
persistd_tests_watch_test_CFLAGS = $(persistd_cflags)
persistd_tests_watch_test_LDADD = persistd/libpersistd.la

persistd_tests_wear_test_SOURCES = persistd/tests/wear_test.c
persistd_tests_wear_test_CPPFLAGS = $(persistd_tests_cppflags)
persistd_tests_wear_test_CFLAGS = $(persistd_cflags)
persistd_tests_wear_test_LDADD = persistd/libpersistd.la

# With watches of its own, that fail.
persistd_tests_worker_test_SOURCES = \
	persistd/tests/persistd_fixture.h \
	persistd/tests/worker_test.c
persistd_tests_worker_test_CPPFLAGS = $(persistd_tests_cppflags)
persistd_tests_worker_test_CFLAGS = $(persistd_cflags)
persistd_tests_worker_test_LDADD = persistd/libpersistd.la

# The plain POSIX way, also where there are pidfds.
persistd_tests_watch_posix_test_SOURCES = \
	persistd/heap.c \
	persistd/tests/watch_test.c \
	persistd/watch_posix.c
persistd_tests_watch_posix_test_CPPFLAGS = \
	$(persistd_tests_cppflags) -DWATCH_POSIX
persistd_tests_watch_posix_test_CFLAGS = $(persistd_cflags)
persistd_tests_watch_posix_test_LDADD = $(UV_LIBS)

# The live tests drive persistd through its sockets and this program.
check_PROGRAMS += persistd/tests/child
TESTS += persistd/tests/live.test

persistd_tests_child_SOURCES = persistd/tests/child.c
persistd_tests_child_CFLAGS = $(AM_CFLAGS) $(APR_CFLAGS)
persistd_tests_child_LDADD = slots/libslots_shm.la

EXTRA_DIST += \
	persistd/tests/conftest.py \
	persistd/tests/driver.py \
	persistd/tests/fake_worker.py \
	persistd/tests/live.test \
	persistd/tests/pywire.py \
	persistd/tests/run_fake.py \
	persistd/tests/test_adoption.py \
	persistd/tests/test_deadline.py \
	persistd/tests/test_failures.py \
	persistd/tests/test_orders.py \
	persistd/tests/test_pools.py \
	persistd/tests/test_units.py \
	persistd/tests/test_instance.py \
	persistd/tests/test_reload.py \
	persistd/tests/test_renewal.py \
	persistd/tests/test_roster.py \
	persistd/tests/test_clone.py \
	persistd/tests/test_persistctl.py \
	persistd/tests/test_spine.py
