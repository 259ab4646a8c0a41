# SPDX-License-Identifier: Apache-2.0
# front_door/: persist-cgi, which any server that runs CGI programs can start.
# It uses neither httpd nor APR. What it shares with mod_persist is compiled
# from the same sources, those that need neither.

pkglibexec_PROGRAMS += front_door/persist-cgi
noinst_LTLIBRARIES += front_door/libdoor.la

front_door_libdoor_la_SOURCES = \
	front_door/door_alive.c \
	front_door/door_alive.h \
	front_door/door_backlog.c \
	front_door/door_backlog.h \
	front_door/door_body.c \
	front_door/door_body.h \
	front_door/door_call.h \
	front_door/door_connect.c \
	front_door/door_connect.h \
	front_door/door_copy.c \
	front_door/door_copy.h \
	front_door/door_definition.c \
	front_door/door_definition.h \
	front_door/door_exchange.c \
	front_door/door_exchange.h \
	front_door/door_fault.c \
	front_door/door_fault.h \
	front_door/door_folder.c \
	front_door/door_folder.h \
	front_door/door_head.c \
	front_door/door_head.h \
	front_door/door_lease.c \
	front_door/door_lease.h \
	front_door/door_log.c \
	front_door/door_log.h \
	front_door/door_memory.c \
	front_door/door_memory.h \
	front_door/door_mount.c \
	front_door/door_mount.h \
	front_door/door_place.c \
	front_door/door_place.h \
	front_door/door_plain.c \
	front_door/door_plain.h \
	front_door/door_programs.c \
	front_door/door_programs.h \
	front_door/door_reply.c \
	front_door/door_reply.h \
	front_door/door_runtime.c \
	front_door/door_runtime.h \
	front_door/door_script.c \
	front_door/door_script.h \
	front_door/door_session.c \
	front_door/door_session.h \
	front_door/door_settings.c \
	front_door/door_settings.h \
	front_door/door_spawn.c \
	front_door/door_spawn.h \
	front_door/door_spool.c \
	front_door/door_spool.h \
	front_door/door_start.c \
	front_door/door_start.h \
	front_door/door_stdout.c \
	front_door/door_stdout.h \
	front_door/door_trust.c \
	front_door/door_trust.h \
	front_door/door_value.c \
	front_door/door_value.h \
	front_door/door_variables.c \
	front_door/door_variables.h \
	front_door/door_words.c \
	front_door/door_words.h \
	mod_persist/config/persist_config_value.c \
	mod_persist/exchange/persist_descriptors.c \
	mod_persist/exchange/persist_fate.c \
	mod_persist/exchange/persist_output.c \
	mod_persist/exchange/persist_patience.c \
	mod_persist/exchange/persist_wait_slice.c \
	mod_persist/lifecycle/persist_ask.c \
	mod_persist/lifecycle/persist_copy.c \
	mod_persist/lifecycle/persist_copy.h \
	mod_persist/lifecycle/persist_stream.c \
	mod_persist/request/persist_retry.c \
	mod_persist/response/persist_headers.c
front_door_libdoor_la_CFLAGS = $(PERSIST_CFLAGS) $(MSGPACK_CFLAGS)
front_door_libdoor_la_LIBADD = \
	slots/libslots.la \
	wire/libwire.la
front_door_persist_cgi_SOURCES = front_door/main.c
front_door_persist_cgi_CFLAGS = $(PERSIST_CFLAGS) $(MSGPACK_CFLAGS)
front_door_persist_cgi_LDFLAGS = $(program_ldflags)
front_door_persist_cgi_LDADD = front_door/libdoor.la

front_door_tests = \
	front_door/tests/door_head_test \
	front_door/tests/door_mount_test \
	front_door/tests/door_settings_test \
	front_door/tests/door_trust_test \
	front_door/tests/door_value_test \
	front_door/tests/door_variables_test \
	front_door/tests/door_words_test
check_PROGRAMS += $(front_door_tests)
TESTS += $(front_door_tests)
# A sanitized SDK needs its runtime in the script's process before all else, and
# persist-cgi gives scripts what .persist has, and nothing of its environment.
# FRONT_DOOR_T_SANITIZED lets a build without sanitizers test one with them.
if !SANITIZER
TESTS += front_door/tests/live.test front_door/tests/static.test
endif
front_door_tests_door_head_test_LDADD = front_door/libdoor.la
front_door_tests_door_mount_test_LDADD = front_door/libdoor.la
front_door_tests_door_settings_test_LDADD = front_door/libdoor.la
front_door_tests_door_trust_test_LDADD = front_door/libdoor.la
front_door_tests_door_value_test_LDADD = front_door/libdoor.la
front_door_tests_door_variables_test_LDADD = front_door/libdoor.la
front_door_tests_door_words_test_LDADD = front_door/libdoor.la

EXTRA_DIST += \
	front_door/README.md \
	front_door/static.txt \
	front_door/tests/conftest.py \
	front_door/tests/live.test \
	front_door/tests/recipe.py \
	front_door/tests/scripts.py \
	front_door/tests/servers.py \
	front_door/tests/site_of_tests.py \
	front_door/tests/static.test \
	front_door/tests/stranger.py \
	front_door/tests/test_doctor.py \
	front_door/tests/test_instances.py \
	front_door/tests/test_kill.py \
	front_door/tests/test_limits.py \
	front_door/tests/test_mount.py \
	front_door/tests/test_persistctl.py \
	front_door/tests/test_plain.py \
	front_door/tests/test_programs.py \
	front_door/tests/test_recipes.py \
	front_door/tests/test_refused.py \
	front_door/tests/test_requests.py \
	front_door/tests/test_slow.py \
	front_door/tests/test_start.py \
	front_door/tests/test_surroundings.py \
	front_door/tests/test_trust.py
