dnl SPDX-License-Identifier: Apache-2.0
dnl PERSIST_GUILE: Guile 3.0, for the tests of its SDK, and where the SDK is
dnl installed.
AC_DEFUN([PERSIST_GUILE], [
AC_ARG_WITH([guile],
    [AS_HELP_STRING([--without-guile],
        [install no SDK for Guile; else if Guile 3.0 is there])],
    [], [with_guile=yes])
AC_PATH_PROG([GUILE], [guile])
AS_IF([test "x$with_guile" = xno || test "x$GUILE" = x ||
    ! "$GUILE" -c '(exit (string=? (effective-version) "3.0"))'], [GUILE=])
guiledir='${datadir}/guile/site/3.0'
guilegodir='${libdir}/guile/3.0/site-ccache'
AC_SUBST([guiledir])
AC_SUBST([guilegodir])
AM_CONDITIONAL([GUILE_SDK], [test "x$GUILE" != x])
])
