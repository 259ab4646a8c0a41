dnl SPDX-License-Identifier: Apache-2.0
dnl PERSIST_PYPY: the back end of the Python SDK that cffi makes. It is built for
dnl PyPy where that has its headers (it contains cffi), and for CPython where that
dnl has cffi. Either can write the C source. Call PERSIST_PYTHON first.
AC_DEFUN([PERSIST_PYPY], [
AC_ARG_WITH([pypy],
    [AS_HELP_STRING([--without-pypy], [build no SDK for PyPy])],
    [], [with_pypy=yes])
AC_ARG_VAR([PYPY], [PyPy 3.9 or newer that has its headers])
AS_IF([test "x$with_python" = xno], [with_pypy=no])
AS_IF([test "x$with_pypy" != xno], [AC_PATH_PROG([PYPY], [pypy3])], [PYPY=])

AC_MSG_CHECKING([whether $PYTHON has cffi])
AS_IF([test "x$with_python" != xno && "$PYTHON" -c 'import cffi' 2>/dev/null],
    [python_cffi=yes], [python_cffi=no])
AC_MSG_RESULT([$python_cffi])

# Where it looks for packages: our own place, or one that gets a link to it.
persist_pypy_place='
import cffi, os, sys, sysconfig
get = sysconfig.get_config_var
include = sysconfig.get_path("include")
assert os.path.exists(os.path.join(include, "Python.h"))
assert sys.implementation.name == "pypy"
name = "/lib/pypy%d.%d/dist-packages" % sys.version_info[[:2]]
link = name if sys.argv[[1]] + name in sys.path else ""
print(include, get("EXT_SUFFIX")[[:-3]], link)'
AC_MSG_CHECKING([whether PyPy has its headers])
AS_IF([test "x$PYPY" != x &&
       persist_pypy=`"$PYPY" -c "$persist_pypy_place" "$persist_prefix" 2>&AS_MESSAGE_LOG_FD`],
    [pypy=yes
     set $persist_pypy
     PYPY_CPPFLAGS="-isystem $[]1"
     PYPY_TAG=$[]2
     AS_IF([test "x$[]3" != x], [pypydir='${prefix}'$[]3])],
    [pypy=no])
AC_MSG_RESULT([$pypy])
AS_IF([test $python_cffi = yes], [CFFI_PYTHON=$PYTHON], [CFFI_PYTHON=$PYPY])
AC_SUBST([CFFI_PYTHON])
AC_SUBST([PYPY_CPPFLAGS])
AC_SUBST([PYPY_TAG])
AC_SUBST([pypydir])
AM_CONDITIONAL([PYTHON_CFFI], [test $python_cffi = yes])
AM_CONDITIONAL([PYPY_SDK], [test $pypy = yes])
AM_CONDITIONAL([PYPY_LINK], [test "x$pypydir" != x])
])
