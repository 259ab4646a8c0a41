dnl SPDX-License-Identifier: Apache-2.0
dnl What the compiler is asked for: the language, warnings, sanitizers, fuzzing.

AC_DEFUN([PERSIST_WARNINGS], [
PERSIST_CFLAGS="-std=gnu11 -Wall -Wextra -Wshadow -Wstrict-prototypes \
-Wmissing-prototypes"
AC_ARG_ENABLE([werror],
    [AS_HELP_STRING([--enable-werror], [warnings are errors])])
AS_IF([test "x$enable_werror" = xyes],
    [PERSIST_CFLAGS="$PERSIST_CFLAGS -Werror"])
AC_SUBST([PERSIST_CFLAGS])
])

dnl Which implementation of a system's own ways: common/common_system.h.
AC_DEFUN([PERSIST_PORTABLE], [
AC_ARG_ENABLE([portable],
    [AS_HELP_STRING([--enable-portable],
        [use only what every POSIX system has, on Linux too])])
AS_IF([test "x$enable_portable" = xyes],
    [PERSIST_CPPFLAGS=-DPERSIST_PORTABLE])
AC_SUBST([PERSIST_CPPFLAGS])
])

dnl A sanitized module or extension can't be loaded into a plain httpd, python,
dnl ruby or lua; what those load is left out then, and so are the live tests.
AC_DEFUN([PERSIST_SANITIZER], [
AC_ARG_ENABLE([sanitizer],
    [AS_HELP_STRING([--enable-sanitizer=LIST],
        [unit tests with -fsanitize=LIST, e.g. address,undefined or thread])],
    [], [enable_sanitizer=no])
AS_IF([test "x$enable_sanitizer" != xno],
    [PERSIST_CFLAGS="$PERSIST_CFLAGS -fsanitize=$enable_sanitizer \
-fno-sanitize-recover=all -fno-omit-frame-pointer"])
AM_CONDITIONAL([SANITIZER], [test "x$enable_sanitizer" != xno])
AM_CONDITIONAL([PYTHON_SDK],
    [test "x$with_python" != xno && test "x$enable_sanitizer" = xno])
AM_CONDITIONAL([RUBY_SDK],
    [test "x$with_ruby" != xno && test "x$enable_sanitizer" = xno])
AM_CONDITIONAL([LUA_SDK],
    [test "x$LUA$LUAJIT" != x && test "x$enable_sanitizer" = xno])
AM_CONDITIONAL([LUA54_SDK],
    [test "x$LUA" != x && test "x$enable_sanitizer" = xno])
AM_CONDITIONAL([LUAJIT_SDK],
    [test "x$LUAJIT" != x && test "x$enable_sanitizer" = xno])
])

dnl PERSIST_TRY_FLAG(FLAG, IF-TAKEN, [IF-NOT]): whether a program can be made with
dnl it, beside what the user has asked for.
AC_DEFUN([PERSIST_TRY_FLAG], [
AC_MSG_CHECKING([whether $CC takes $1])
persist_cflags=$CFLAGS
CFLAGS="-Werror $1 $CFLAGS"
AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <stdio.h>]], [[puts("");]])],
    [persist_taken=yes], [persist_taken=no])
CFLAGS=$persist_cflags
AC_MSG_RESULT([$persist_taken])
AS_IF([test $persist_taken = yes], [$2], [$3])
])

dnl What makes a mistake of ours harder to use. tests/hardened.test looks at what
dnl is installed. Sanitizers check more, and in ways of their own. Fortified
dnl functions need optimization.
AC_DEFUN([PERSIST_HARDENING], [
AS_IF([test "x$enable_sanitizer$enable_fuzzing" = xnono], [
    PERSIST_TRY_FLAG([-fstack-protector-strong],
        [PERSIST_CFLAGS="$PERSIST_CFLAGS -fstack-protector-strong"])
    PERSIST_TRY_FLAG([-fcf-protection],
        [PERSIST_CFLAGS="$PERSIST_CFLAGS -fcf-protection"])
    persist_fortify="-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE"
    PERSIST_TRY_FLAG([$persist_fortify=3],
        [PERSIST_CFLAGS="$PERSIST_CFLAGS $persist_fortify=3"],
        [PERSIST_TRY_FLAG([$persist_fortify=2],
            [PERSIST_CFLAGS="$PERSIST_CFLAGS $persist_fortify=2"])])
    PERSIST_TRY_FLAG([-Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack],
        [PERSIST_LDFLAGS="-Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack"])
    dnl libtool has libraries' objects be PIC all the same.
    PERSIST_TRY_FLAG([-fPIE -pie],
        [PERSIST_CFLAGS="$PERSIST_CFLAGS -fPIE"
         PERSIST_PROGRAM_LDFLAGS=-pie])
])
AC_SUBST([PERSIST_PROGRAM_LDFLAGS])
])

dnl The request's way leads through many small files, and costs less as one. Fat
dnl objects, since not every ar reads others; a compiler that only warns of what
dnl it does not know is left without. Sanitizers and libFuzzer want theirs plain.
dnl What gcc takes for uninitialized once it sees all files together is not.
AC_DEFUN([PERSIST_LTO], [
AC_ARG_ENABLE([lto],
    [AS_HELP_STRING([--disable-lto], [no optimization at link time])])
persist_lto="-flto=auto -ffat-lto-objects"
AS_IF([test "x$enable_sanitizer$enable_fuzzing" != xnono], [enable_lto=no])
AS_IF([test "x$enable_lto" != xno], [
    AC_MSG_CHECKING([whether $CC optimizes at link time])
    persist_cflags=$CFLAGS
    CFLAGS="$CFLAGS -Werror $persist_lto"
    AC_LINK_IFELSE([AC_LANG_PROGRAM([], [])],
        [AC_MSG_RESULT([yes])
         PERSIST_CFLAGS="$PERSIST_CFLAGS $persist_lto"
         PERSIST_LDFLAGS="$PERSIST_LDFLAGS -Wno-maybe-uninitialized"
         PERSIST_TEST_LDFLAGS=-fno-lto],
        [AC_MSG_RESULT([no])])
    CFLAGS=$persist_cflags
])
AC_SUBST([PERSIST_LDFLAGS])
AC_SUBST([PERSIST_TEST_LDFLAGS])
])

AC_DEFUN([PERSIST_FUZZING], [
AC_ARG_ENABLE([fuzzing],
    [AS_HELP_STRING([--enable-fuzzing], [build the fuzz targets (clang)])],
    [], [enable_fuzzing=no])
AS_IF([test "x$enable_fuzzing" != xno], [
    AC_MSG_CHECKING([whether $CC has libFuzzer])
    persist_cflags=$CFLAGS
    CFLAGS="$CFLAGS -fsanitize=fuzzer"
    AC_LINK_IFELSE([AC_LANG_SOURCE([[
        int LLVMFuzzerTestOneInput(const unsigned char *d, unsigned long n);
        int LLVMFuzzerTestOneInput(const unsigned char *d, unsigned long n)
        {
            return n && d ? 0 : 0;
        }]])],
        [AC_MSG_RESULT([yes])],
        [AC_MSG_RESULT([no])
         AC_MSG_ERROR([--enable-fuzzing needs clang and its runtime])])
    CFLAGS=$persist_cflags
])
AM_CONDITIONAL([FUZZ], [test "x$enable_fuzzing" != xno])
AC_SUBST([FUZZ_CFLAGS],
    ["-fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all"])
AC_SUBST([FUZZ_LIBRARY_CFLAGS],
    ["-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all"])
])
