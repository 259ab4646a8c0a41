# SPDX-License-Identifier: Apache-2.0
# mod_persist/htaccess/: keeps parsed .htaccess files. Tests of sources without
# httpd.

# Also run with ThreadSanitizer.
persist_store_test = mod_persist/htaccess/tests/persist_store_test
persist_htaccess_tests = \
	$(persist_store_test) \
	mod_persist/htaccess/tests/persist_text_test \
	mod_persist/htaccess/tests/persist_weight_test

check_PROGRAMS += $(persist_htaccess_tests)
TESTS += $(persist_htaccess_tests)

mod_persist_htaccess_tests_persist_store_test_SOURCES = \
	mod_persist/htaccess/persist_kept.c \
	mod_persist/htaccess/persist_store.c \
	mod_persist/htaccess/tests/persist_store_test.c
mod_persist_htaccess_tests_persist_store_test_CFLAGS = $(AM_CFLAGS) -pthread
mod_persist_htaccess_tests_persist_store_test_LDADD = $(APR_LIBS)
