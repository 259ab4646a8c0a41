# SPDX-License-Identifier: Apache-2.0
# The shared table. libslots uses neither httpd nor APR; libslots_shm adds the
# way to it by APR's shared memory and contains libslots, so link one of the two.

noinst_LTLIBRARIES += slots/libslots.la slots/libslots_shm.la

slots_table_sources = \
	slots/slots_affinity.c \
	slots/slots_affinity.h \
	slots/slots_cells.c \
	slots/slots_cells.h \
	slots/slots_claim.c \
	slots/slots_claim.h \
	slots/slots_cpu.h \
	slots/slots_free.c \
	slots/slots_free.h \
	slots/slots_futex.c \
	slots/slots_futex.h \
	slots/slots_hints.c \
	slots/slots_hints.h \
	slots/slots_histogram.c \
	slots/slots_histogram.h \
	slots/slots_index.c \
	slots/slots_index.h \
	slots/slots_layout.h \
	slots/slots_lease.c \
	slots/slots_lease.h \
	slots/slots_map.c \
	slots/slots_map.h \
	slots/slots_object.c \
	slots/slots_object.h \
	slots/slots_owners.c \
	slots/slots_owners.h \
	slots/slots_pool.c \
	slots/slots_pool.h \
	slots/slots_private.h \
	slots/slots_queue.c \
	slots/slots_queue.h \
	slots/slots_rate.c \
	slots/slots_rate.h \
	slots/slots_run.h \
	slots/slots_sleep.h \
	slots/slots_slot.c \
	slots/slots_slot.h \
	slots/slots_stats.c \
	slots/slots_stats.h \
	slots/slots_sweep.c \
	slots/slots_sweep.h \
	slots/slots_table.c \
	slots/slots_table.h \
	slots/slots_told.c \
	slots/slots_told.h \
	slots/slots_unit.h \
	slots/slots_waiting.h \
	slots/slots_wake.c \
	slots/slots_wake.h

# One of the two files is empty: slots_sleep.h chooses.
slots_libslots_la_SOURCES = \
	$(slots_table_sources) \
	slots/slots_sleep_linux.c \
	slots/slots_sleep_poll.c
slots_libslots_la_CFLAGS = $(PERSIST_CFLAGS)
slots_libslots_la_LIBADD = common/libcommon.la

slots_libslots_shm_la_SOURCES = \
	slots/slots_shm.c \
	slots/slots_shm.h
slots_libslots_shm_la_CFLAGS = $(PERSIST_CFLAGS) $(APR_CFLAGS)
slots_libslots_shm_la_LIBADD = slots/libslots.la $(APR_LIBS)

slots_tests = \
	slots/tests/kill_chaos_test \
	slots/tests/kill_test \
	slots/tests/race_test \
	slots/tests/room_test \
	slots/tests/scribble_test \
	slots/tests/slots_affinity_test \
	slots/tests/slots_ahead_test \
	slots/tests/slots_claim_test \
	slots/tests/slots_futex_poll_test \
	slots/tests/slots_futex_test \
	slots/tests/slots_histogram_test \
	slots/tests/slots_layout_test \
	slots/tests/slots_lease_test \
	slots/tests/slots_map_test \
	slots/tests/slots_owners_test \
	slots/tests/slots_pool_test \
	slots/tests/slots_queue_test \
	slots/tests/slots_rate_test \
	slots/tests/slots_return_test \
	slots/tests/slots_shm_test \
	slots/tests/slots_slot_test \
	slots/tests/slots_stats_test \
	slots/tests/slots_sweep_test \
	slots/tests/slots_table_test \
	slots/tests/slots_together_test \
	slots/tests/slots_waiting_test

check_PROGRAMS += $(slots_tests)
TESTS += $(slots_tests)
# Makefile.am has it in TESTS, in front.
if !SANITIZER
check_PROGRAMS += slots/model/explore_test
endif

slots_model_explore_test_SOURCES = \
	$(slots_table_sources) \
	slots/model/explore_test.c \
	slots/model/slots_actors.c \
	slots/model/slots_actors.h \
	slots/model/slots_actors_persistd.c \
	slots/model/slots_actors_return.c \
	slots/model/slots_explore.c \
	slots/model/slots_explore.h \
	slots/model/slots_world.h \
	slots/tests/slots_chaos.h \
	slots/tests/slots_pin.h \
	slots/tests/slots_sanitized.h
slots_model_explore_test_CPPFLAGS = $(slots_tests_chaos_cppflags)
# It jumps from one stack to another, which fortified functions refuse.
slots_model_explore_test_CFLAGS = $(AM_CFLAGS) -U_FORTIFY_SOURCE

# Plain POSIX sleeping, also where there are futexes.
slots_tests_slots_futex_poll_test_SOURCES = \
	slots/slots_futex.c \
	slots/slots_sleep_poll.c \
	slots/slots_table.c \
	slots/tests/slots_futex_test.c
slots_tests_slots_futex_poll_test_CPPFLAGS = $(AM_CPPFLAGS) -DPERSIST_PORTABLE

slots_tests_crowd = \
	slots/tests/slots_crowd.c \
	slots/tests/slots_crowd.h \
	slots/tests/slots_crowd_end.h

# With other threads run between any two steps of the table's code.
slots_tests_chaos = \
	$(slots_libslots_la_SOURCES) \
	$(slots_tests_crowd) \
	slots/tests/slots_chaos.c \
	slots/tests/slots_chaos.h
slots_tests_chaos_cppflags = \
	$(AM_CPPFLAGS) -include $(top_srcdir)/slots/tests/slots_chaos.h

slots_tests_kill_chaos_test_SOURCES = \
	slots/tests/kill_test.c $(slots_tests_chaos)
slots_tests_kill_chaos_test_CPPFLAGS = $(slots_tests_chaos_cppflags)
slots_tests_kill_chaos_test_CFLAGS = $(AM_CFLAGS) -pthread

slots_tests_kill_test_SOURCES = slots/tests/kill_test.c $(slots_tests_crowd)
slots_tests_kill_test_CFLAGS = $(AM_CFLAGS) -pthread

# The same, with a slice so long that only wake-ups keep the queue going.
slots_tests_race_test_SOURCES = slots/tests/race_test.c $(slots_tests_chaos)
slots_tests_race_test_CPPFLAGS = \
	$(slots_tests_chaos_cppflags) -DSLOTS_SLICE_MS=150000
slots_tests_race_test_CFLAGS = $(AM_CFLAGS) -pthread

# Other threads write to the table before any access, and at any other time.
slots_tests_scribble_test_SOURCES = \
	$(slots_libslots_la_SOURCES) \
	$(slots_tests_crowd) \
	slots/tests/scribble_test.c \
	slots/tests/slots_chaos.h \
	slots/tests/slots_sanitized.h \
	slots/tests/slots_scribble.c \
	slots/tests/slots_scribble.h \
	slots/tests/slots_scribble_actors.c \
	slots/tests/slots_scribble_actors.h
slots_tests_scribble_test_CPPFLAGS = \
	$(AM_CPPFLAGS) -include $(top_srcdir)/slots/tests/slots_scribble.h
slots_tests_scribble_test_CFLAGS = $(AM_CFLAGS) -pthread

# Writes to a live table, for t/kill/a-stray-write-heals.t.
check_PROGRAMS += slots/tests/stray
slots_tests_stray_SOURCES = slots/tests/stray.c slots/tests/stray_why.h
slots/tests/stray_fields.h: slots/slots_layout.h slots/tests/stray_fields.awk
	$(AM_V_GEN)$(MKDIR_P) $(@D) && \
	$(AWK) -f $(srcdir)/slots/tests/stray_fields.awk \
		$(srcdir)/slots/slots_layout.h >$@.tmp && mv $@.tmp $@
BUILT_SOURCES += slots/tests/stray_fields.h
CLEANFILES += slots/tests/stray_fields.h

EXTRA_DIST += \
	slots/tests/stray_fields.awk \
	slots/PROTOCOL.md \
	slots/README.md \
	slots/tests/slots_fixture.h \
	slots/tests/slots_pin.h
