dnl SPDX-License-Identifier: Apache-2.0
dnl PERSIST_RUBY: the interpreter that the Ruby SDK is built for, which needs its
dnl headers, and where the SDK is installed.
AC_DEFUN([PERSIST_RUBY], [
AC_ARG_WITH([ruby],
    [AS_HELP_STRING([--without-ruby], [build no SDK for Ruby])],
    [], [with_ruby=yes])
AC_ARG_VAR([RUBY], [Ruby 3.1 or newer that has its headers])
AC_PATH_PROG([RUBY], [ruby])
AC_ARG_WITH([rubydir],
    [AS_HELP_STRING([--with-rubydir=DIR],
        [where the SDK for Ruby goes @<:@a place where Ruby looks@:>@])],
    [rubydir=$withval], [rubydir=])

AS_IF([test "x$prefix" = xNONE],
    [persist_prefix=$ac_default_prefix], [persist_prefix=$prefix])
persist_ruby_place='
names = %w(lib/ruby/vendor_ruby lib/site_ruby)
name = names.find { |n| $LOAD_PATH.include?("#{ARGV.first}/#{n}") }
puts name || "share/ruby/vendor_ruby"'
AS_IF([test "x$rubydir" = x && test "x$RUBY" != x],
    [rubydir='${prefix}/'`"$RUBY" -e "$persist_ruby_place" "$persist_prefix"`])
AS_IF([test "x$rubydir" = x], [rubydir='${datadir}/ruby/vendor_ruby'])
AC_SUBST([rubydir])

# Their warnings are not ours.
persist_ruby_headers='
exit 1 if RUBY_VERSION < "3.1"
places = RbConfig::CONFIG.values_at("rubyhdrdir", "rubyarchhdrdir")
exit 1 unless File.exist?("#{places.first}/ruby.h")
puts places.map { |place| "-isystem #{place}" }.join(" ")'
AS_IF([test "x$with_ruby" != xno], [
    AC_MSG_CHECKING([whether $RUBY has its headers])
    AS_IF([test "x$RUBY" != x &&
           RUBY_CPPFLAGS=`"$RUBY" -rrbconfig -e "$persist_ruby_headers"`],
        [AC_MSG_RESULT([yes])],
        [AC_MSG_RESULT([no])
         AC_MSG_ERROR([say RUBY=... or --without-ruby])])
])
AC_SUBST([RUBY_CPPFLAGS])
])
