# SPDX-License-Identifier: Apache-2.0
# persistctl/: the command line.

bin_PROGRAMS += persistctl/persistctl

persistctl_persistctl_SOURCES = \
	persistctl/ctl_ask.c \
	persistctl/ctl_ask.h \
	persistctl/ctl_instances.c \
	persistctl/ctl_instances.h \
	persistctl/ctl_print.c \
	persistctl/ctl_print.h \
	persistctl/persistctl.c
persistctl_persistctl_CFLAGS = $(AM_CFLAGS) $(MSGPACK_CFLAGS)
persistctl_persistctl_LDADD = slots/libslots.la wire/libwire.la

check_PROGRAMS += persistctl/tests/ctl_print_test
TESTS += persistctl/tests/ctl_print_test
persistctl_tests_ctl_print_test_SOURCES = \
	persistctl/ctl_print.c \
	persistctl/ctl_print.h \
	persistctl/tests/ctl_print_test.c
persistctl_tests_ctl_print_test_CPPFLAGS = \
	$(AM_CPPFLAGS) -I$(top_srcdir)/persistctl

dist_man1_MANS = persistctl/persistctl.1
