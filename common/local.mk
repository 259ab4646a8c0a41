# SPDX-License-Identifier: Apache-2.0
# common/: what every program of the project needs of the system, below all
# other folders.

noinst_LTLIBRARIES += common/libcommon.la
common_libcommon_la_SOURCES = \
	common/common_app_others.c \
	common/common_app_others.h \
	common/common_apps.c \
	common/common_apps.h \
	common/common_clock.c \
	common/common_clock.h \
	common/common_descriptors.c \
	common/common_descriptors.h \
	common/common_exec_error.c \
	common/common_exec_error.h \
	common/common_locale.c \
	common/common_locale.h \
	common/common_memory.c \
	common/common_memory.h \
	common/common_mend.c \
	common/common_mend.h \
	common/common_names.c \
	common/common_names.h \
	common/common_own.c \
	common/common_own.h \
	common/common_peer.c \
	common/common_peer.h \
	common/common_program_log.h \
	common/common_shell.c \
	common/common_shell.h \
	common/common_signals.c \
	common/common_signals.h \
	common/common_system.h \
	common/common_temporary.c \
	common/common_temporary.h \
	common/common_tenant.c \
	common/common_tenant.h \
	common/common_umask.c \
	common/common_umask.h \
	common/common_utf8.c \
	common/common_utf8.h \
	common/common_venv.c \
	common/common_venv.h

common_tests = \
	common/tests/common_app_others_test \
	common/tests/common_apps_test \
	common/tests/common_descriptors_test \
	common/tests/common_locale_test \
	common/tests/common_memory_test \
	common/tests/common_mend_test \
	common/tests/common_names_test \
	common/tests/common_own_test \
	common/tests/common_peer_test \
	common/tests/common_shell_test \
	common/tests/common_venv_test
check_PROGRAMS += $(common_tests)
TESTS += $(common_tests)
common_tests_common_app_others_test_LDADD = common/libcommon.la
common_tests_common_apps_test_LDADD = common/libcommon.la
common_tests_common_locale_test_LDADD = common/libcommon.la
common_tests_common_memory_test_LDADD = common/libcommon.la
common_tests_common_mend_test_LDADD = common/libcommon.la
common_tests_common_names_test_LDADD = common/libcommon.la
common_tests_common_own_test_LDADD = common/libcommon.la
common_tests_common_peer_test_LDADD = common/libcommon.la
common_tests_common_shell_test_LDADD = common/libcommon.la
common_tests_common_venv_test_LDADD = common/libcommon.la
