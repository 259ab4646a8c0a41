# SPDX-License-Identifier: Apache-2.0
# Unit tests, one for each source that decides or checks something. Each links
# the folder of its source and those below it, and nothing above.
persistd_tests = \
	persistd/tests/ahead_test \
	persistd/tests/backoff_test \
	persistd/tests/calm_test \
	persistd/tests/conn_test \
	persistd/tests/definition_test \
	persistd/tests/escape_test \
	persistd/tests/headline_test \
	persistd/tests/files_test \
	persistd/tests/history_test \
	persistd/tests/journal_test \
	persistd/tests/lane_test \
	persistd/tests/life_test \
	persistd/tests/lines_test \
	persistd/tests/log_test \
	persistd/tests/look_test \
	persistd/tests/mark_test \
	persistd/tests/mend_test \
	persistd/tests/mount_test \
	persistd/tests/order_test \
	persistd/tests/output_test \
	persistd/tests/pace_test \
	persistd/tests/plan_test \
	persistd/tests/pool_test \
	persistd/tests/preempt_test \
	persistd/tests/processors_test \
	persistd/tests/promise_test \
	persistd/tests/rate_test \
	persistd/tests/reason_test \
	persistd/tests/recent_test \
	persistd/tests/reconcile_test \
	persistd/tests/report_log_test \
	persistd/tests/rolling_test \
	persistd/tests/runs_test \
	persistd/tests/settings_test \
	persistd/tests/sources_test \
	persistd/tests/strv_test \
	persistd/tests/surplus_test \
	persistd/tests/together_test \
	persistd/tests/turn_test \
	persistd/tests/unit_test \
	persistd/tests/watch_posix_test \
	persistd/tests/watch_test \
	persistd/tests/wear_test \
	persistd/tests/worker_test
check_PROGRAMS += $(persistd_tests)
TESTS += $(persistd_tests)
if !SANITIZER
TESTS += persistd/tests/layers.test
endif
EXTRA_DIST += persistd/tests/layers.test

persistd_tests_ahead_test_LDADD = $(persistd_decide_libs)
persistd_tests_calm_test_LDADD = $(persistd_decide_libs)
persistd_tests_together_test_LDADD = $(persistd_decide_libs)
persistd_tests_backoff_test_LDADD = $(persistd_decide_libs)

persistd_tests_conn_test_SOURCES = \
	persistd/tests/conn_test.c \
	tests/lingering.h
persistd_tests_conn_test_LDADD = $(persistd_os_libs)

persistd_tests_definition_test_LDADD = $(persistd_state_libs)

persistd_tests_escape_test_LDADD = $(persistd_base_libs)

persistd_tests_headline_test_LDADD = $(persistd_base_libs)

persistd_tests_history_test_LDADD = $(persistd_decide_libs)

persistd_tests_journal_test_LDADD = $(persistd_state_libs)

persistd_tests_lane_test_LDADD = $(persistd_decide_libs)

persistd_tests_life_test_LDADD = $(persistd_decide_libs)

persistd_tests_lines_test_LDADD = $(persistd_base_libs)

persistd_tests_log_test_LDADD = $(persistd_base_libs)

persistd_tests_processors_test_LDADD = $(persistd_os_libs)

persistd_tests_look_test_SOURCES = \
	persistd/tests/far_away.h \
	persistd/tests/look_test.c
persistd_tests_look_test_LDADD = $(persistd_os_libs)

persistd_tests_mark_test_LDADD = $(persistd_base_libs)

persistd_tests_mend_test_SOURCES = \
	persistd/tests/mend_test.c \
	persistd/tests/persistd_fixture.h \
	persistd/tests/roomy_fixture.h
persistd_tests_mend_test_LDADD = $(persistd_run_libs)

persistd_tests_mount_test_LDADD = $(persistd_os_libs)

persistd_tests_order_test_SOURCES = \
	persistd/tests/order_test.c \
	persistd/tests/persistd_fixture.h
persistd_tests_order_test_LDADD = $(persistd_pool_libs)

persistd_tests_output_test_LDADD = $(persistd_os_libs)

persistd_tests_pace_test_LDADD = $(persistd_decide_libs)

persistd_tests_plan_test_LDADD = $(persistd_decide_libs)

persistd_tests_pool_test_SOURCES = \
	persistd/tests/persistd_fixture.h \
	persistd/tests/pool_test.c
persistd_tests_pool_test_LDADD = $(persistd_pool_libs)

persistd_tests_preempt_test_LDADD = $(persistd_decide_libs)


persistd_tests_promise_test_SOURCES = \
	persistd/tests/persistd_fixture.h \
	persistd/tests/promise_test.c
persistd_tests_promise_test_LDADD = $(persistd_serve_libs)

persistd_tests_rate_test_LDADD = $(persistd_base_libs)

persistd_tests_reason_test_LDADD = $(persistd_pool_libs)

persistd_tests_recent_test_LDADD = $(persistd_base_libs)

persistd_tests_reconcile_test_SOURCES = \
	persistd/tests/persistd_fixture.h \
	persistd/tests/reconcile_test.c \
	persistd/tests/roomy_fixture.h
persistd_tests_reconcile_test_LDADD = $(persistd_pool_libs)

persistd_tests_files_test_LDADD = $(persistd_decide_libs)

persistd_tests_report_log_test_LDADD = $(persistd_serve_libs)

persistd_tests_rolling_test_LDADD = $(persistd_decide_libs)

persistd_tests_runs_test_LDADD = $(persistd_state_libs)
persistd_tests_settings_test_LDADD = $(persistd_state_libs)

persistd_tests_sources_test_SOURCES = \
	persistd/tests/far_away.h \
	persistd/tests/sources_test.c
persistd_tests_sources_test_LDADD = $(persistd_pool_libs)

persistd_tests_strv_test_LDADD = $(persistd_base_libs)

persistd_tests_surplus_test_LDADD = $(persistd_decide_libs)

persistd_tests_turn_test_SOURCES = \
	persistd/tests/persistd_fixture.h \
	persistd/tests/roomy_fixture.h \
	persistd/tests/turn_test.c
persistd_tests_turn_test_LDADD = $(persistd_run_libs)

persistd_tests_unit_test_LDADD = $(persistd_decide_libs)

persistd_tests_watch_test_LDADD = $(persistd_os_libs)

persistd_tests_wear_test_LDADD = $(persistd_decide_libs)

persistd_tests_worker_test_SOURCES = \
	persistd/tests/persistd_fixture.h \
	persistd/tests/worker_test.c
persistd_tests_worker_test_LDADD = $(persistd_pool_libs)

# The plain POSIX way, also where there are pidfds.
persistd_tests_watch_posix_test_SOURCES = \
	persistd/base/heap.c \
	persistd/os/watch_posix.c \
	persistd/tests/watch_test.c
persistd_tests_watch_posix_test_CPPFLAGS = $(AM_CPPFLAGS) -DPERSIST_PORTABLE
persistd_tests_watch_posix_test_LDADD = $(UV_LIBS)
