# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Apache::Test ();
use JSON::PP 'decode_json';
use Persist::Http;
use Persist::Wait 'wait_for';
use Test::More;

my $port = Apache::Test::vars('port');
my $file = Apache::Test::vars('t_logs') . '/error_log';

sub log_text {
    open my $log, '<', $file or die "$file: $!";
    local $/;
    return <$log>;
}

sub get { Persist::Http->once($port, 'GET', $_[0]) }

my $before = decode_json(get('/app.py/who')->{body})->{pid};
my $answer = get("/app.py/raise?mark=early$$");
is $answer->{status}, 500, 'an exception is answered with 500';
unlike $answer->{body}, qr/early$$/, 'which does not tell why';
ok wait_for { log_text() =~ /LookupError: no such thing: early$$/ } 5,
    'the error log does';
like log_text(), qr/Traceback .most recent call last.:/, 'with the traceback';
my @lines = grep { /early$$/ && !/GET/ } split /\n/, log_text();
like $lines[0] // '', qr/\[[\w@-]{10,}\]/, 'under the request\'s id';

$answer = get("/app.py/raise-late?mark=late$$");
is $answer->{status}, 200, 'an exception after the head can\'t change it';
is $answer->{body}, 'half of it', 'what was sent arrives';
ok !$answer->{complete}, 'but the stream is cut, never ended properly';
ok wait_for { log_text() =~ /LookupError: too late: late$$/ } 5,
    'and the error log says why';

is decode_json(get('/app.py/who')->{body})->{pid}, $before,
    'the worker lives on';

done_testing;
