dnl SPDX-License-Identifier: Apache-2.0
dnl PERSIST_LUA: the two kinds of Lua that the SDK is built for, each if its
dnl headers are there, and where the SDK is installed: <lua>dir for what is
dnl written in Lua, <lua>execdir for the module in C.

dnl PERSIST_ONE_LUA(NAME, PROGRAM, MODULE of pkg-config, version of its folders)
AC_DEFUN([PERSIST_ONE_LUA], [
AC_PATH_PROG([$1], [$2])
PKG_CHECK_MODULES([$1], [$3], [persist_has_$1=yes], [persist_has_$1=no])
AS_IF([test "x$with_lua" = xno || test "x[$]$1" = x], [persist_has_$1=no])
AS_IF([test $persist_has_$1 = no], [$1=])
])

AC_DEFUN([PERSIST_LUA], [
AC_ARG_WITH([lua],
    [AS_HELP_STRING([--without-lua],
        [build no SDK for Lua; else for lua5.4 and luajit, as far as they and their headers are there])],
    [], [with_lua=yes])
PERSIST_ONE_LUA([LUA], [lua5.4], [lua5.4])
PERSIST_ONE_LUA([LUAJIT], [luajit], [luajit])
lua54dir='${datadir}/lua/5.4'
lua54execdir='${libdir}/lua/5.4'
luajitdir='${datadir}/lua/5.1'
luajitexecdir='${libdir}/lua/5.1'
AC_SUBST([lua54dir])
AC_SUBST([lua54execdir])
AC_SUBST([luajitdir])
AC_SUBST([luajitexecdir])
])
