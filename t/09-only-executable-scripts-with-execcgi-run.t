# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Apache::Test ();
use Apache::TestRequest 'GET';
use Persist::Wait 'wait_for';
use Test::More;

my $file = Apache::Test::vars('t_logs') . '/error_log';

sub logged {
    my ($code) = @_;
    return wait_for {
        open my $log, '<', $file or die "$file: $!";
        scalar grep { /$code/ } <$log>;
    } 5;
}

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
    ok logged($code), "with $code in the log";
    unlike $answer->content, qr/SECRET/, 'and its source stays a secret';
}

done_testing;
