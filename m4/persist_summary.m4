dnl SPDX-License-Identifier: Apache-2.0
dnl PERSIST_SUMMARY: says where make install will put things, and what a user has
dnl to set who installs below a prefix of his own. For after AC_OUTPUT.
AC_DEFUN([PERSIST_SUMMARY], [
# The directory, whose value may name another one.
persist_place()
{
    persist_text=$[]1
    while case $persist_text in *'${'*) ;; *) false ;; esac; do
        eval "persist_text=\"$persist_text\""
    done
    AS_ECHO(["$persist_text"])
}

AS_ECHO(["
mod_persist $PACKAGE_VERSION will be installed in
    `persist_place "$moduledir"` (the module)
    `persist_place "$bindir"` (persistctl)
    `persist_place "$datadir/mod_persist/conf.d"` (configuration files)"])
AS_IF([test "x$with_python" != xno],
    [AS_ECHO(["    `persist_place "$pyexecdir"` (Python)"])])
AS_IF([test "x$with_ruby" != xno],
    [AS_ECHO(["    `persist_place "$rubydir"` (Ruby)"])])
AS_ECHO(["    `persist_place "$prefix/lib/site_perl"` (Perl)
    `persist_place "$prefix/share/nodejs"` (Node.js)"])
AS_IF([test "x$LUA" != x],
    [AS_ECHO(["    `persist_place "$lua54dir"` (Lua 5.4)"])])
AS_IF([test "x$LUAJIT" != x],
    [AS_ECHO(["    `persist_place "$luajitdir"` (LuaJIT)"])])
AS_IF([test "x$GUILE" != x],
    [AS_ECHO(["    `persist_place "$guiledir"` (Guile)"])])
AS_ECHO(["Sockets will be below `persist_place "$runtimedir"`"])
AS_IF([test $own_prefix = yes],
    [AS_ECHO(["Include persist.load: it tells httpd and scripts of these places.
Tell your shell:
    export PATH=`persist_place "$bindir"`:\$PATH
    export PYTHONPATH=`persist_place "$pyexecdir"`
    export RUBYLIB=`persist_place "$rubydir"`
    export PERL5LIB=`persist_place "$prefix/lib/site_perl"`
    export NODE_PATH=`persist_place "$prefix/share/nodejs"`
    export LUA_PATH_5_4='`persist_place "$lua54dir"`/?.lua;;'
    export LUA_CPATH_5_4='`persist_place "$lua54execdir"`/?.so;;'
    export GUILE_LOAD_PATH=`persist_place "$guiledir"`
    export GUILE_LOAD_COMPILED_PATH=`persist_place "$guilegodir"`
    export LD_LIBRARY_PATH=`persist_place "$libdir"`
    export PKG_CONFIG_PATH=`persist_place "$libdir/pkgconfig"`"])])
])
