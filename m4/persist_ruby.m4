dnl SPDX-License-Identifier: Apache-2.0
dnl PERSIST_RUBY: where the SDK for Ruby is installed, and the interpreter that
dnl its tests run with. It needs neither to be built.
AC_DEFUN([PERSIST_RUBY], [
AC_ARG_VAR([RUBY], [Ruby 3.1 or newer, for the tests of its SDK])
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
])
