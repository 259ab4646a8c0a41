# SPDX-License-Identifier: Apache-2.0
# persistd/os/: effects: connections, processes, watches, looks at files.

noinst_LTLIBRARIES += persistd/os/libos.la
persistd_os_libos_la_SOURCES = \
	persistd/os/conn.c \
	persistd/os/conn.h \
	persistd/os/crew.c \
	persistd/os/crew.h \
	persistd/os/file_id.c \
	persistd/os/file_id.h \
	persistd/os/guard.h \
	persistd/os/guard_linux.c \
	persistd/os/guard_posix.c \
	persistd/os/listener.c \
	persistd/os/listener.h \
	persistd/os/look.c \
	persistd/os/look.h \
	persistd/os/looker.c \
	persistd/os/looker.h \
	persistd/os/mount.h \
	persistd/os/mount_linux.c \
	persistd/os/mount_posix.c \
	persistd/os/notice.h \
	persistd/os/notice_ask.c \
	persistd/os/notice_ask.h \
	persistd/os/notice_linux.c \
	persistd/os/notice_posix.c \
	persistd/os/output.c \
	persistd/os/output.h \
	persistd/os/process.h \
	persistd/os/process_linux.c \
	persistd/os/process_posix.c \
	persistd/os/processors.c \
	persistd/os/processors.h \
	persistd/os/reap.c \
	persistd/os/reap.h \
	persistd/os/spawn.c \
	persistd/os/spawn.h \
	persistd/os/watch.h \
	persistd/os/watch_linux.c \
	persistd/os/watch_posix.c
persistd_os_libos_la_CFLAGS = $(persistd_cflags)
persistd_os_libs = persistd/os/libos.la $(persistd_decide_libs)
