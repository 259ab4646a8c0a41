# SPDX-License-Identifier: Apache-2.0
# ScriptLog, ScriptLogLength and ScriptLogBuffer, which are mod_cgid's, hold for
# PersistMode cgi, without mod_cgid too: a program that fails has a record in that
# file.
use v5.30;
use warnings;
use Persist::App 'put';
use Persist::Httpd;
use Test::More;

my $httpd = Persist::Httpd->new;
my $file = "$httpd->{root}/script_log";
my $log = "ScriptLog $file\nScriptLogBuffer 5\n";
my $site = "$httpd->{root}/site";
my $cgi = "SetHandler persist-script\nPersistMode cgi\n";
put("$site/logged/.htaccess" => "${cgi}ErrorDocument 500 /logged/page.sh\n",
    "$site/logged/bad.sh" => "#!/bin/sh\nenv\n",
    "$site/logged/absent.sh" => "#!/nowhere/sh\n",
    "$site/logged/page.sh" => "#!/bin/sh\nprintf 'Status: 500\\n\\n'\nenv\n");
$httpd->configure($log);
$httpd->start;

sub ask { $httpd->get("/logged/$_[0]", @_[1 .. $#_]) }

my $answer = ask('bad.sh/a%0A%25%25?q', method => 'POST', body => '123456789',
    headers => ['X-Odd', 'a "value"', 'Authorization', 'Basic c2VjcmV0']);
is $answer->{status}, 500, 'a program has no header';
my $record = Persist::Httpd::slurp($file);
like $record, qr{\A%% \[[^\n]+\] POST /logged/bad\.sh/a\\n%%\?q HTTP/1\.1$}m,
    'its request is logged, on one line';
like $record, qr{^%% 500 \Q$site\E/logged/bad\.sh$}m, 'and the program';
like $record, qr/^%request\n(?:\S+: .*\n)*X-Odd: a "value"\n/m, 'and headers';
unlike $record, qr/Authorization|c2VjcmV0/, 'but no password';
like $record, qr/\n\n12345\n%response\n/, 'and the start of the body';
like $record, qr/^%stdout\n(?:.+\n)*REQUEST_METHOD=POST\n/m, 'and the output';
unlike $record . $answer->{body}, qr/PERSIST_SCRIPT_LOG/,
    'no program finds a variable more, nor does an error page';

is ask('absent.sh')->{status}, 500, 'a program cannot be run';
like Persist::Httpd::slurp($file), qr{^%% 500 \S+/absent\.sh\n.*%response\n\z}ms,
    'which is logged, too';

my $size = -s $file;
is ask('page.sh')->{status}, 500, 'a program gives a status of its own';
is -s $file, $size, 'which is no failure';

$httpd->reconfigure("${log}ScriptLogLength 10\n");
is ask('bad.sh')->{status}, 500, 'the file is long enough';
is -s $file, $size, 'nothing is added';

$httpd->reconfigure("ScriptLog $site\n");
is ask('bad.sh')->{status}, 500, 'the file is a directory';
ok $httpd->wait_log(qr/ScriptLog: \Q$site\E can't be written/),
    'and the error log says so';

ok $httpd->stop, 'httpd stops';
done_testing;
