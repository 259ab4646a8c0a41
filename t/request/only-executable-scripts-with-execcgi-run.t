# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Apache::TestRequest 'GET';
use Persist::Log 'lines_of_log';
use Persist::Wait 'becomes';
use Test::More;

my @facts = (
    ['/refused/plain.txt', 403, 'PERSIST1004', 'a file that nobody can run'],
    ['/refused/dir.py/', 403, 'PERSIST1002', 'a directory'],
    ['/refused/gone.py', 404, 'PERSIST1001', 'a script that is not there'],
    ['/refused/noexec/app.py', 403, 'PERSIST1003', 'a script without ExecCGI'],
);
for my $fact (@facts) {
    my ($path, $status, $code, $name) = @$fact;
    my $answer = GET $path;
    is $answer->code, $status, "$name is a $status";
    becomes { lines_of_log($code) } "with $code in the log";
    unlike $answer->content, qr/SECRET/, 'and its source stays a secret';
}

done_testing;
