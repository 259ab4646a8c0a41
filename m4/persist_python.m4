dnl SPDX-License-Identifier: Apache-2.0
dnl PERSIST_PYTHON: the interpreter that the Python SDK is built for. It needs
dnl its headers; of several the system's own is taken where it has them.
AC_DEFUN([PERSIST_PYTHON], [
AC_ARG_WITH([python],
    [AS_HELP_STRING([--without-python], [build no SDK for Python])],
    [], [with_python=yes])
AC_ARG_VAR([PYTHON], [Python 3 that has its headers])
persist_python_ready='
import os, sysconfig
assert os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h"))'

AS_IF([test "x$PYTHON" = x &&
       /usr/bin/python3 -c "$persist_python_ready" 2>/dev/null],
    [PYTHON=/usr/bin/python3])
AM_PATH_PYTHON([3.9], [], [PYTHON=])

# Debian's Python looks below other names than automake believes.
persist_python_place='
import sys
prefix, version = sys.argv[[1]], "python%d.%d" % sys.version_info[[:2]]
for name in "python3/dist-packages", version + "/dist-packages":
    if "%s/lib/%s" % (prefix, name) in sys.path:
        sys.exit(print(name))
print(version + "/site-packages")'
AS_CASE([$exec_prefix:$prefix],
    [NONE:NONE], [persist_prefix=$ac_default_prefix],
    [NONE:*], [persist_prefix=$prefix],
    [persist_prefix=$exec_prefix])
AS_IF([test "x$PYTHON" != x],
    [pyexecdir='${exec_prefix}/lib/'`"$PYTHON" -c "$persist_python_place" \
        "$persist_prefix"`])
AS_IF([test "x$with_python" != xno], [
    AC_MSG_CHECKING([whether $PYTHON has its headers])
    AS_IF([test "x$PYTHON" != x &&
           "$PYTHON" -c "$persist_python_ready" 2>/dev/null],
        [AC_MSG_RESULT([yes])],
        [AC_MSG_RESULT([no])
         AC_MSG_ERROR([say PYTHON=... or --without-python])])
    PYTHON_CPPFLAGS=-I`"$PYTHON" -c \
        'import sysconfig; print(sysconfig.get_path("include"))'`
])
AC_SUBST([PYTHON_CPPFLAGS])
])
