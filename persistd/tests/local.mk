# SPDX-License-Identifier: Apache-2.0
# Unit tests, one for each source that decides or checks something.
persistd_tests = \
	persistd/tests/backoff_test \
	persistd/tests/conn_test \
	persistd/tests/definition_test \
	persistd/tests/escape_test \
	persistd/tests/history_test \
	persistd/tests/journal_test \
	persistd/tests/lane_test \
	persistd/tests/lines_test \
	persistd/tests/log_test \
	persistd/tests/look_test \
	persistd/tests/mark_test \
	persistd/tests/mount_test \
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
	persistd/tests/surplus_test \
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

persistd_tests_conn_test_SOURCES = \
	persistd/tests/conn_test.c \
	tests/lingering.h
persistd_tests_conn_test_CPPFLAGS = $(persistd_tests_cppflags)
persistd_tests_conn_test_CFLAGS = $(persistd_cflags)
persistd_tests_conn_test_LDADD = persistd/libpersistd.la

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

persistd_tests_lane_test_SOURCES = persistd/tests/lane_test.c
persistd_tests_lane_test_CPPFLAGS = $(persistd_tests_cppflags)
persistd_tests_lane_test_CFLAGS = $(persistd_cflags)
persistd_tests_lane_test_LDADD = persistd/libpersistd.la

persistd_tests_lines_test_SOURCES = persistd/tests/lines_test.c
persistd_tests_lines_test_CPPFLAGS = $(persistd_tests_cppflags)
persistd_tests_lines_test_CFLAGS = $(persistd_cflags)
persistd_tests_lines_test_LDADD = persistd/libpersistd.la

persistd_tests_log_test_SOURCES = persistd/tests/log_test.c
persistd_tests_log_test_CPPFLAGS = $(persistd_tests_cppflags)
persistd_tests_log_test_CFLAGS = $(persistd_cflags)
persistd_tests_log_test_LDADD = persistd/libpersistd.la

persistd_tests_look_test_SOURCES = \
	persistd/tests/far_away.h \
	persistd/tests/look_test.c
persistd_tests_look_test_CPPFLAGS = $(persistd_tests_cppflags)
persistd_tests_look_test_CFLAGS = $(persistd_cflags)
persistd_tests_look_test_LDADD = persistd/libpersistd.la

persistd_tests_mark_test_SOURCES = persistd/tests/mark_test.c
persistd_tests_mark_test_CPPFLAGS = $(persistd_tests_cppflags)
persistd_tests_mark_test_CFLAGS = $(persistd_cflags)
persistd_tests_mark_test_LDADD = persistd/libpersistd.la

persistd_tests_mount_test_SOURCES = persistd/tests/mount_test.c
persistd_tests_mount_test_CPPFLAGS = $(persistd_tests_cppflags)
persistd_tests_mount_test_CFLAGS = $(persistd_cflags)
persistd_tests_mount_test_LDADD = persistd/libpersistd.la

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

persistd_tests_sources_test_SOURCES = \
	persistd/tests/far_away.h \
	persistd/tests/sources_test.c
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

persistd_tests_surplus_test_SOURCES = persistd/tests/surplus_test.c
persistd_tests_surplus_test_CPPFLAGS = $(persistd_tests_cppflags)
persistd_tests_surplus_test_CFLAGS = $(persistd_cflags)
persistd_tests_surplus_test_LDADD = persistd/libpersistd.la

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
