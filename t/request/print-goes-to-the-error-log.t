# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Apache::TestRequest 'GET';
use JSON::PP 'decode_json';
use Persist::Log 'lines_of_log';
use Persist::Wait 'becomes';
use Test::More;

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
    becomes { lines_of_log($pattern) } "$name is in the error log";
    like((lines_of_log($pattern))[0] // '', qr/app\.py/, 'under its name');
}

done_testing;
