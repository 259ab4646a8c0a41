dnl SPDX-License-Identifier: Apache-2.0
dnl Whether CGI programs can be fork servers here: fork_message.h decides. What is
dnl preloaded into them has no sanitizer, whose library has to be loaded first.
dnl To be called when all other flags are known.

AC_DEFUN([PERSIST_FORK_SERVER], [
AC_MSG_CHECKING([whether CGI programs can be fork servers])
persist_cppflags=$CPPFLAGS
CPPFLAGS="$CPPFLAGS $PERSIST_CPPFLAGS -I$srcdir/cgi_host"
AC_COMPILE_IFELSE([AC_LANG_SOURCE([[
    #include "fork/fork_message.h"
    #ifndef FORK_SUPPORTED
    #error not here
    #endif
    ]])],
    [persist_fork=yes], [persist_fork=no])
CPPFLAGS=$persist_cppflags
AC_MSG_RESULT([$persist_fork])
AM_CONDITIONAL([FORK_SERVER], [test $persist_fork = yes])
persist_sanitize="s/ -f@<:@a-z-@:>@*sanitize@<:@^ @:>@*//g"
AC_SUBST([FORK_SERVER_CFLAGS],
    ["`AS_ECHO([" $PERSIST_CFLAGS"]) | $SED "$persist_sanitize"`"])
])
