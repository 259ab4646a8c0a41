/* SPDX-License-Identifier: Apache-2.0 */
/* headline_test.c: what interpreters have really printed. */

#include "base/headline.h"
#include "tap.h"

static void check(const char *output, const char *want, const char *name)
{
    headline_t found = headline_find(output, strlen(output));
    char text[1024];
    snprintf(text, sizeof(text), "%.*s", (int)found.len, found.text);
    is_str(text, want, name);
}

static void test_python(void)
{
    check("Traceback (most recent call last):\n"
          "  File \"/srv/app.py\", line 2, in <module>\n"
          "    import oss\n"
          "ModuleNotFoundError: No module named 'oss'",
          "ModuleNotFoundError: No module named 'oss'", "a failed import");
    check("starting\n"
          "Traceback (most recent call last):\n"
          "  File \"chain.py\", line 3, in f\n"
          "    {}[\"x\"]\n"
          "    ~~^^^^^\n"
          "KeyError: 'x'\n"
          "\n"
          "During handling of the above exception, another exception "
          "occurred:\n"
          "\n"
          "Traceback (most recent call last):\n"
          "  File \"chain.py\", line 6, in <module>\n"
          "    f()\n"
          "ValueError: no setting x\n"
          "see the manual\n",
          "ValueError: no setting x",
          "the last of a chain, and the first line of its message");
    check("  File \"syn.py\", line 2\n"
          "    def x(:\n"
          "          ^\n"
          "SyntaxError: invalid syntax\n",
          "SyntaxError: invalid syntax", "a syntax error");
    check("Traceback (most recent call last):\n"
          "  File \"ign.py\", line 6, in <module>\n"
          "    import oss\n"
          "ModuleNotFoundError: No module named 'oss'\n"
          "Exception ignored in: <function A.__del__ at 0x7f20ca39c540>\n"
          "Traceback (most recent call last):\n"
          "  File \"ign.py\", line 2, in __del__\n"
          "RuntimeError: in del\n",
          "ModuleNotFoundError: No module named 'oss'",
          "not what is ignored after it");
    check("  + Exception Group Traceback (most recent call last):\n"
          "  |   File \"grp.py\", line 1, in <module>\n"
          "  |     raise ExceptionGroup(\"many\", [ValueError(1)])\n"
          "  | ExceptionGroup: many (1 sub-exception)\n"
          "  +-+---------------- 1 ----------------\n"
          "    | ValueError: 1\n"
          "    +------------------------------------\n",
          "ExceptionGroup: many (1 sub-exception)", "a group of exceptions");
    check("/usr/bin/python3: can't open file '/srv/app.py': [Errno 13] "
          "Permission denied\n",
          "/usr/bin/python3: can't open file '/srv/app.py': [Errno 13] "
          "Permission denied",
          "an unreadable script");
    check("Fatal Python error: init_fs_encoding: failed to get the Python "
          "codec of the filesystem encoding\n"
          "Python runtime state: core initialized\n"
          "ModuleNotFoundError: No module named 'encodings'\n"
          "\n"
          "Current thread 0x00007f (most recent call first):\n"
          "  <no Python frame>\n",
          "Fatal Python error: init_fs_encoding: failed to get the Python "
          "codec of the filesystem encoding",
          "a broken interpreter");
}

static void test_ruby(void)
{
    check("<internal:kernel_require.rb>:85:in `require': cannot load such "
          "file -- nothing_like_it (LoadError)\n"
          "\tfrom <internal:kernel_require.rb>:85:in `require'\n"
          "\tfrom a.rb:5:in `<main>'\n",
          "<internal:kernel_require.rb>:85:in `require': cannot load such "
          "file -- nothing_like_it (LoadError)",
          "the error before the frames");
    check("Traceback (most recent call last):\n"
          "\t2: from a.rb:5:in `<main>'\n"
          "\t1: from kernel_require.rb:85:in `require'\n"
          "kernel_require.rb:85:in `require': cannot load such file -- "
          "nothing_like_it (LoadError)\n",
          "kernel_require.rb:85:in `require': cannot load such file -- "
          "nothing_like_it (LoadError)",
          "the error after the frames, as in Ruby 2.5");
    check("b.rb:4:in `rescue in f': undefined local variable or method `nill' "
          "for main:Object (NameError)\n"
          "\n"
          "  nill.foo\n"
          "  ^^^^\n"
          "Did you mean?  nil\n"
          "\tfrom b.rb:6:in `<main>'\n"
          "b.rb:2:in `f': inner (RuntimeError)\n"
          "\tfrom b.rb:6:in `<main>'\n",
          "b.rb:4:in `rescue in f': undefined local variable or method `nill' "
          "for main:Object (NameError)",
          "its own error, not the cause or the hint");
    check("c.rb:1: syntax error, unexpected ')', expecting end-of-input\n"
          "x = foo )\n"
          "        ^\n",
          "c.rb:1: syntax error, unexpected ')', expecting end-of-input",
          "a syntax error");
}

static void test_two_lines(void)
{
    check("d.rb:1:in `<main>': Cannot load the settings: (RuntimeError)\n"
          "No such file - [\"config/database.yml\"]\n"
          "\tfrom d.rb:1:in `<main>'\n",
          "d.rb:1:in `<main>': Cannot load the settings: (RuntimeError)\n"
          "No such file - [\"config/database.yml\"]",
          "Ruby, whose class stands in the first one");
    check("Traceback (most recent call last):\n"
          "  File \"/srv/app.py\", line 2, in <module>\n"
          "ValueError: wrong settings:\n\nno name\nno age\n",
          "ValueError: wrong settings:\n\nno name", "Python");
    check("Error: Cannot load the settings:\nENOENT: no such file\n"
          "    at Object.<anonymous> (/srv/a.js:1:7)\n",
          "Error: Cannot load the settings:\nENOENT: no such file", "node");
    check("Error: none:\n    at main (/srv/a.js:1:7)\nNode.js v20.20.2\n",
          "Error: none:", "a frame is no second line");
    check("Starting:\nError: no database\n", "Error: no database",
          "nor is an error that stands for itself");
}

static void test_lua(void)
{
    check("lua5.4: /srv/a.lua:3: attempt to index a nil value (global 'x')\n"
          "stack traceback:\n"
          "\t/srv/a.lua:3: in main chunk\n"
          "\t[C]: in ?\n",
          "lua5.4: /srv/a.lua:3: attempt to index a nil value (global 'x')",
          "an error before its frames");
    check("lua5.4: /srv/b.lua:1: module 'gone' not found:\n"
          "\tno field package.preload['gone']\n"
          "\tno file './gone.lua'\n"
          "stack traceback:\n"
          "\t[C]: in function 'require'\n",
          "lua5.4: /srv/b.lua:1: module 'gone' not found:",
          "a module that is not there");
}

static void test_perl(void)
{
    check("Can't locate Nothing/Like.pm in @INC (you may need to install the "
          "Nothing::Like module) (@INC contains: /etc/perl) at a.pl line 2.\n"
          "BEGIN failed--compilation aborted at a.pl line 2.\n",
          "Can't locate Nothing/Like.pm in @INC (you may need to install the "
          "Nothing::Like module) (@INC contains: /etc/perl) at a.pl line 2.",
          "a module that is not there");
    check("Global symbol \"$x\" requires explicit package name (did you forget "
          "to declare \"my $x\"?) at b.pl line 3.\n"
          "Execution of b.pl aborted due to compilation errors.\n",
          "Global symbol \"$x\" requires explicit package name (did you forget "
          "to declare \"my $x\"?) at b.pl line 3.",
          "an error of strict");
    check("Cannot load the settings:\nNo such file at d.pl line 1.\n"
          "BEGIN failed--compilation aborted at d.pl line 1.\n",
          "Cannot load the settings:\nNo such file at d.pl line 1.",
          "a message of two lines");
    check("Use of uninitialized value $x in concatenation (.) or string at "
          "c.pl line 1.\n"
          "no database at c.pl line 1.\n"
          "\tmain::f() called at c.pl line 1\n",
          "no database at c.pl line 1.", "the death, not the warning");
}

static void test_node(void)
{
    check("node:internal/modules/cjs/loader:1210\n"
          "  throw err;\n"
          "  ^\n"
          "\n"
          "Error: Cannot find module 'nothing'\n"
          "Require stack:\n"
          "- /srv/a.js\n"
          "    at Module._load (node:internal/modules/cjs/loader:1038:27) {\n"
          "  code: 'MODULE_NOT_FOUND',\n"
          "  requireStack: [ '/srv/a.js' ]\n"
          "}\n"
          "\n"
          "Node.js v20.20.2\n",
          "Error: Cannot find module 'nothing'", "a module that is not there");
    check("/srv/b.js:1\n"
          "const x = ;\n"
          "          ^\n"
          "\n"
          "SyntaxError: Unexpected token ';'\n"
          "    at wrapSafe (node:internal/modules/cjs/loader:1464:18)\n"
          "\n"
          "Node.js v20.20.2\n",
          "SyntaxError: Unexpected token ';'", "a syntax error");
    check("node:internal/errors:496\n"
          "    ErrorCaptureStackTrace(err);\n"
          "    ^\n"
          "\n"
          "TypeError [ERR_INVALID_ARG_TYPE]: The \"path\" argument must be of "
          "type string. Received undefined\n"
          "    at Object.openSync (node:fs:590:10)\n",
          "TypeError [ERR_INVALID_ARG_TYPE]: The \"path\" argument must be of "
          "type string. Received undefined",
          "an error with a code");
}

static void test_others(void)
{
    check("starting\n/srv/a.sh: 4: nosuch: not found\n",
          "/srv/a.sh: 4: nosuch: not found", "dash");
    check("a.sh: line 4: nosuch: command not found\n",
          "a.sh: line 4: nosuch: command not found", "bash");
    check("b.sh: line 2: syntax error near unexpected token `)'\n"
          "b.sh: line 2: `foo )'\n",
          "b.sh: line 2: syntax error near unexpected token `)'",
          "bash, a syntax error");
    check("/usr/bin/env: 'python4': No such file or directory\r\n"
          "/usr/bin/env: use -[v]S to pass options in shebang lines\n",
          "/usr/bin/env: 'python4': No such file or directory", "env");
    check("/srv/hello: error while loading shared libraries: "
          "libpersist-worker.so.0: cannot open shared object file: No such "
          "file or directory\n",
          "/srv/hello: error while loading shared libraries: "
          "libpersist-worker.so.0: cannot open shared object file: No such "
          "file or directory",
          "the loader of C");
    check("Exception in thread \"main\" java.lang.IllegalStateException: x\n"
          "\tat Foo.main(Foo.java:3)\n"
          "Caused by: java.io.IOException: y\n"
          "\t... 1 more\n",
          "Exception in thread \"main\" java.lang.IllegalStateException: x",
          "Java");
    check("PHP Fatal error:  Uncaught Exception: x in /srv/x.php:3\n"
          "Stack trace:\n"
          "#0 {main}\n"
          "  thrown in /srv/x.php on line 3\n",
          "PHP Fatal error:  Uncaught Exception: x in /srv/x.php:3", "PHP");
}

static void test_runners(void)
{
    check("Traceback (most recent call last):\n"
          "  File \"/srv/app/wsgi.py\", line 1, in <module>\n"
          "    import flask\n"
          "ModuleNotFoundError: No module named 'flask'\n"
          "\n"
          "  /srv/app/wsgi.py, line 1 (by /usr/bin/python3, cpython 3.11.2):\n"
          "  >    1 | import flask\n"
          "persist-app: No module named 'flask' for /usr/bin/python3\n",
          "No module named 'flask' for /usr/bin/python3",
          "the runner's line, behind a traceback and its code");
    check("persist-app: this one: no\nbye\n", "this one: no",
          "the runner's line, before others");
    check("persist-app: \nlast\n", "last", "a runner's line without words");
}

static void test_plain(void)
{
    check("", "", "nothing was printed");
    check("\n \n\r\n", "", "only blanks");
    check("one\ntwo  \n\n", "two", "the last line");
    check("  only\n    indented\n", "    indented", "only indented lines");
    check("Error\n)\n(X)\n:", "Error", "lines of few bytes");
    ok(headline_is_cgi("Content-Type: text/plain\n\nhello"), "CGI");
    ok(headline_is_cgi("content-type:text/html\r\n"), "in lower case");
    ok(!headline_is_cgi("hello"), "no CGI");
    ok(!headline_is_cgi(""), "nothing is no CGI");
}

int main(void)
{
    test_python();
    test_ruby();
    test_two_lines();
    test_lua();
    test_perl();
    test_node();
    test_others();
    test_runners();
    test_plain();
    return done_testing();
}
