dnl SPDX-License-Identifier: Apache-2.0
dnl PERSIST_HTTPD: where httpd, APR and the modules are. apxs is asked for
dnl paths and never used to compile: it would bring its distribution's flags.
AC_DEFUN([PERSIST_HTTPD], [
AC_ARG_WITH([apxs],
    [AS_HELP_STRING([--with-apxs=PATH], [apxs of the httpd to build for])],
    [], [with_apxs=yes])
AS_CASE([$with_apxs],
    [yes|no], [AC_PATH_PROGS([APXS], [apxs apxs2], [no],
                             [$PATH:/usr/sbin:/usr/local/apache2/bin])],
    [APXS=$with_apxs])
AS_IF([test "x$APXS" = xno || test ! -x "$APXS"],
    [AC_MSG_ERROR([apxs was not found; say --with-apxs=PATH])])

HTTPD_CFLAGS="-I`$APXS -q INCLUDEDIR` `$APXS -q EXTRA_CPPFLAGS`"
HTTPD=`$APXS -q SBINDIR`/`$APXS -q progname`
HTTPD_MODULES=`$APXS -q LIBEXECDIR`
AC_SUBST([HTTPD_CFLAGS])
AC_SUBST([HTTPD])
AC_SUBST([HTTPD_MODULES])

dnl Nothing is installed outside of a prefix that was given: such an installation
dnl may be an ordinary user's, beside the system's.
AS_CASE([$prefix:$HTTPD_MODULES],
    [NONE:*|/usr/local:*], [own_prefix=no],
    ["$prefix":"$prefix"/*], [own_prefix=no],
    [own_prefix=yes])
AM_CONDITIONAL([OWN_PREFIX], [test $own_prefix = yes])

AC_ARG_WITH([moduledir],
    [AS_HELP_STRING([--with-moduledir=DIR],
        [install mod_persist.so there @<:@where apxs says, or with a --prefix
         that httpd is not below, LIBDIR/mod_persist@:>@])],
    [moduledir=$with_moduledir],
    [AS_IF([test $own_prefix = yes],
        [moduledir='${libdir}/mod_persist'], [moduledir=$HTTPD_MODULES])])
AC_SUBST([moduledir])

dnl One value for the module's default and for where persistctl looks.
AC_ARG_WITH([runtimedir],
    [AS_HELP_STRING([--with-runtimedir=DIR],
        [default of PersistRuntimeDir @<:@persist below httpd's own, or below
         LOCALSTATEDIR/run as above@:>@])],
    [runtimedir=$with_runtimedir],
    [runtimedir=`$APXS -q runtimedir`
     AS_CASE([$own_prefix:$runtimedir],
         [yes:*], [runtimedir='${localstatedir}/run'],
         [*:/var/run/*],
             [runtimedir=`AS_ECHO(["$runtimedir"]) | $SED 's|^/var||'`],
         [*:/*], [],
         [runtimedir=/run/apache2])
     runtimedir=$runtimedir/persist])
AS_CASE([$runtimedir],
    [/*|'${localstatedir}'/*], [],
    [AC_MSG_ERROR([--with-runtimedir needs an absolute path])])
AC_SUBST([runtimedir])

PKG_CHECK_MODULES([APR], [apr-1 >= 1.7 apr-util-1 >= 1.6])
APR_CFLAGS="$APR_CFLAGS `$APXS -q EXTRA_CPPFLAGS`"
dnl As the system's headers: what their macros do wrong is not reported here.
APR_CFLAGS=`AS_ECHO(["$APR_CFLAGS"]) | $SED 's/-I/-isystem /g'`
HTTPD_CFLAGS=`AS_ECHO(["$HTTPD_CFLAGS"]) | $SED 's/-I/-isystem /g'`

AC_MSG_CHECKING([for httpd 2.4 or newer])
persist_cppflags=$CPPFLAGS
CPPFLAGS="$CPPFLAGS $APR_CFLAGS $HTTPD_CFLAGS"
AC_PREPROC_IFELSE([AC_LANG_SOURCE([[
#include <ap_mmn.h>
#if !AP_MODULE_MAGIC_AT_LEAST(20120211, 0)
#error older than 2.4
#endif
]])],
    [AC_MSG_RESULT([$HTTPD])],
    [AC_MSG_RESULT([no])
     AC_MSG_ERROR([the headers of httpd 2.4 were not found by $APXS])])
CPPFLAGS=$persist_cppflags
])
