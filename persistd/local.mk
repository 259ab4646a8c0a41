# SPDX-License-Identifier: Apache-2.0
# persistd/: the pool manager and its helpers.

pkglibexec_PROGRAMS += \
	persistd/persistd \
	persistd/persist-exec \
	persistd/persist-look
dist_man8_MANS = persistd/persistd.8

# Each folder is a library that stands on the one before it in this list. A
# program is linked from the top down, so a call upwards finds no definition.
persistd_cflags = $(PERSIST_CFLAGS) $(MSGPACK_CFLAGS) $(UV_CFLAGS)
persistd_ground_libs = \
	slots/libslots.la \
	wire/libwire.la \
	$(UV_LIBS)
include persistd/base/local.mk
include persistd/decide/local.mk
include persistd/os/local.mk
include persistd/state/local.mk
include persistd/worker/local.mk
include persistd/pool/local.mk
include persistd/serve/local.mk
include persistd/run/local.mk

persistd_persistd_SOURCES = persistd/run/main.c
persistd_persistd_CFLAGS = $(persistd_cflags)
persistd_persistd_LDFLAGS = $(program_ldflags)
persistd_persistd_LDADD = $(persistd_run_libs)

persistd_persist_exec_SOURCES = \
	persistd/persist_exec.c
persistd_persist_exec_LDFLAGS = $(program_ldflags)
persistd_persist_exec_LDADD = common/libcommon.la

# With nothing that has to be found or loaded: there are many of them.
persistd_persist_look_SOURCES = \
	persistd/os/guard.h \
	persistd/os/guard_linux.c \
	persistd/os/guard_posix.c \
	persistd/os/looker.c \
	persistd/os/looker.h \
	persistd/os/notice_ask.c \
	persistd/os/notice_ask.h \
	persistd/persist_look.c \
	persistd/os/process.h \
	persistd/os/process_linux.c \
	persistd/os/process_posix.c
persistd_persist_look_CFLAGS = $(AM_CFLAGS)
persistd_persist_look_LDFLAGS = $(program_ldflags)
persistd_persist_look_LDADD = slots/libslots.la

# The fuzz targets stand on a persistd that is instrumented, too. Runs of them
# are bounded by FUZZ_SECONDS; `make fuzz` runs all.
if FUZZ
persistd_fuzz_cflags = $(persistd_cflags) $(FUZZ_LIBRARY_CFLAGS)
noinst_LTLIBRARIES += persistd/fuzz/libpersistd.la
persistd_fuzz_libpersistd_la_SOURCES = \
	$(persistd_base_libbase_la_SOURCES) \
	$(persistd_decide_libdecide_la_SOURCES) \
	$(persistd_os_libos_la_SOURCES) \
	$(persistd_state_libstate_la_SOURCES) \
	$(persistd_worker_libworker_la_SOURCES) \
	$(persistd_pool_libpool_la_SOURCES) \
	$(persistd_serve_libserve_la_SOURCES) \
	$(persistd_run_librun_la_SOURCES)
persistd_fuzz_libpersistd_la_CFLAGS = $(persistd_fuzz_cflags)
persistd_fuzz_libpersistd_la_LIBADD = $(persistd_ground_libs)

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
	persistd/README.md \
	persistd/tests/children.py \
	persistd/tests/conftest.py \
	persistd/tests/driver.py \
	persistd/tests/processes.py \
	persistd/tests/fake_worker.py \
	persistd/tests/far_mount.py \
	persistd/tests/lingering.py \
	persistd/tests/live.test \
	persistd/tests/pywire.py \
	persistd/tests/run_fake.py \
	persistd/tests/test_adoption.py \
	persistd/tests/test_ahead.py \
	persistd/tests/test_ahead_ends.py \
	persistd/tests/test_deadline.py \
	persistd/tests/test_debug.py \
	persistd/tests/test_exec.py \
	persistd/tests/test_failures.py \
	persistd/tests/test_far_files.py \
	persistd/tests/test_orders.py \
	persistd/tests/test_pauses.py \
	persistd/tests/test_pools.py \
	persistd/tests/test_together.py \
	persistd/tests/test_units.py \
	persistd/tests/test_hosts.py \
	persistd/tests/test_installed.py \
	persistd/tests/test_instance.py \
	persistd/tests/test_invariants.py \
	persistd/tests/test_lingering.py \
	persistd/tests/test_log.py \
	persistd/tests/test_ready.py \
	persistd/tests/test_reload.py \
	persistd/tests/test_replacement.py \
	persistd/tests/test_roster.py \
	persistd/tests/test_clone.py \
	persistd/tests/test_persistctl.py \
	persistd/tests/test_place.py \
	persistd/tests/test_shares.py \
	persistd/tests/test_spine.py
