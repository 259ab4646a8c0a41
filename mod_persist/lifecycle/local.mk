# SPDX-License-Identifier: Apache-2.0
# mod_persist/lifecycle/: tests of sources without httpd.

persist_lifecycle_tests = \
	mod_persist/lifecycle/tests/persist_ask_test \
	mod_persist/lifecycle/tests/persist_copy_test \
	mod_persist/lifecycle/tests/persist_environment_test \
	mod_persist/lifecycle/tests/persist_link_test \
	mod_persist/lifecycle/tests/persist_pulse_test \
	mod_persist/lifecycle/tests/persist_runtime_test \
	mod_persist/lifecycle/tests/persist_spawn_test

check_PROGRAMS += $(persist_lifecycle_tests)
TESTS += $(persist_lifecycle_tests)
