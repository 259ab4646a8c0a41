# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Apache::Test ();
use Apache::TestRequest 'GET';
use JSON::PP 'decode_json';
use Persist::Wait 'wait_for';
use Test::More;

my $file = Apache::Test::vars('t_logs') . '/error_log';

sub lines_of_log {
    my ($pattern) = @_;
    open my $log, '<', $file or die "$file: $!";
    return grep { /$pattern/ } <$log>;
}

my $mark = "mark$$";
my $answer = GET "/app.py/print?mark=$mark";
is $answer->code, 200, 'a script that prints answers all the same';
ok eval { decode_json($answer->content)->{pid} }, 'with what it meant to say';

my @facts = (
    ["printed by mistake $mark", 'what it printed'],
    ["complaint $mark", 'what it wrote to stderr'],
    ['written to descriptor 1', 'what a library wrote to descriptor 1'],
);
for my $fact (@facts) {
    my ($pattern, $name) = @$fact;
    ok wait_for { lines_of_log($pattern) } 5, "$name is in the error log";
    like((lines_of_log($pattern))[0] // '', qr/app\.py/, 'under its name');
}

done_testing;
