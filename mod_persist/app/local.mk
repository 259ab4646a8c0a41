# SPDX-License-Identifier: Apache-2.0
# mod_persist/app/: leads URLs to applications. Tests of sources without httpd.

persist_app_tests = \
	mod_persist/app/tests/persist_mount_test

check_PROGRAMS += $(persist_app_tests)
TESTS += $(persist_app_tests)
