# SPDX-License-Identifier: Apache-2.0

# What scripts and peers do to the SDK: the worker lives on, or leaves in order.

use v5.30;
use warnings;
use Cwd 'abs_path';
use File::Basename 'dirname';
use Test::More;
use lib dirname(__FILE__);
use Player;
use PersistWorker::Frame 'build';

$SIG{PIPE} = 'IGNORE';
my $SCRIPT = abs_path(dirname __FILE__) . '/hostile.pl';
my $worker = Player->new($SCRIPT);
my $peer   = $worker->connect;

sub lives {
    my ($name) = @_;
    my $answer = $worker->connect->ask('/hello');
    is($answer->{body}, 'hello', "$name: the worker lives on") and return;
    $worker->end;
    ($worker, $peer) = Player->new($SCRIPT);
    $peer = $worker->connect;
}

sub refused {
    my ($path, $log, $name) = @_;
    my $answer = $peer->ask($path);
    is($answer->{status}, 500, "$name: 500");
    like($answer->{log}, $log, "$name: the log says why");
    lives($name);
}

my ($kind, @ready) = @{ $worker->connect(1)->message };
ok((grep { $_ eq $SCRIPT } @{ $ready[4] }),
    'READY has the script, whatever $0 is, and asks no object in %INC');

is($peer->ask('/bare')->{status}, 204, 'a status is a response');
is($peer->ask('/long')->{log} =~ tr/x//, 70_000, 'a long text is not cut');
is($peer->ask('/no-text')->{log}, "\n", 'an empty one is a line');
my $gone = $worker->connect->send(Player::Peer::request('/gone'));
$worker->logged(qr/begun/);
close $gone->{socket};
like($worker->logged(qr/nobody/), qr/^nobody waits$/m, 'a line for nobody');
refused("/bad/$_", qr/header|characters/, "wrong headers $_") for 0 .. 14;
refused('/hash', qr/headers are a list/, 'headers in a hash');
refused('/status', qr/a status/, 'a line feed behind the status');
refused('/wide', qr/characters beyond bytes: encode/, 'a wide body');
my $latin = $peer->ask('/latin');
is("@{ $latin->{headers} }$latin->{body}", "a \xe9\xe8",
    'bytes that Perl has as UTF-8');

refused('/next', qr/not answered/, 'next in no loop');
refused('/last', qr/not answered/, 'last in no loop');
refused('/empty', qr/without a text/, 'an exception that is no text');
refused('/lost', qr/as told|died/i, 'an exception and a destructor');
refused('/nested', qr/inside a request/, 'the loop in the loop');
unlike($peer->ask('/caught')->{log}, qr/caught before/,
    'no trace of another exception');

is($peer->ask("/$_->[0]")->{body}, $_->[1], "a fork: $_->[0]") for
    ['child-returns', 0], ['child-dies', 1], ['child-answers', 0],
    ['child-exits', 0], ['child-loops', 1];
is($peer->ask('/hello')->{body}, 'hello', 'one answer to each');

$peer->ask('/keep');
refused('/again', qr/a second response/, 'a response behind the end');
like($worker->logged(qr/behind/), qr/^behind its end$/m, 'a late line');
is($peer->ask('/twice')->{body}, 'one', 'two responses: the first counts');
like($worker->logged(qr/second/), qr/a second response/, 'the other is logged');
is($peer->ask('/keep', body => 'x')->{body}, 'kept', 'a body is left');
refused('/body', qr/the request is over/, 'a body behind the end');

is($peer->ask('/env', variables => { X => "/\xff\x80\n" })->{body},
    "/\xff\x80\n", 'bytes beyond ASCII');

is($peer->ask('/globals')->{body}, 'ok', 'globals are changed');
my $body = join q(), map { pack 'N', $_ } 1 .. 200_000;
my $echo = $peer->ask('/echo', body => $body);
ok($echo->{body} eq $body && "@{ $echo->{headers} }" eq 'X-Other x',
    'and all goes on');
ok($peer->ask('/ticks', body => $body)->{body} eq $body, 'signals everywhere');

is($peer->ask('/pipe')->{body}, 'default', 'programs have their SIGPIPE');
$peer->ask('/pipes');
for (1 .. 3) {
    my $leaves = $worker->connect->send(Player::Peer::request('/big'));
    $leaves->more;
}
lives('clients leave, SIGPIPE is at its default');
my $slow = $worker->connect->send(Player::Peer::request('/alarm'));
$slow->readable(Player::PATIENCE);
kill ALRM => $worker->{pid};
$worker->logged(qr/too slow/);
my $cut = $slow->answer;
ok($slow->{ended} && !$cut->{whole}, 'an alarm cuts a response, no more comes');
lives('an alarm in a response');
for (1 .. 20) {
    my $impatient = $worker->connect;
    my $answer    = $impatient->ask('/impatient', body => $body);
    my $right     = $answer->{whole}
        && ($answer->{status} == 500 || $answer->{body} eq $body);
    ok($right || $impatient->{ended}, 'alarms in a body: all of it, or its end')
        or last;
}
lives('alarms in a body');

my $whole = build(1, 1, 0, 0, 0)
    . Player::Peer::request('/echo', body => q()) . build(3, \'ab', 1);
my $raw = sub {
    my $socket = $worker->connect->{socket};
    my $other  = IO::Socket::UNIX->new(Peer => $worker->{path});
    syswrite $other, $_[0];
    shutdown $other, 1;
    return bless { socket => $other, buffer => q() }, 'Player::Peer';
};
my $done = grep { my $cut = $raw->(substr $whole, 0, $_); 1 while $cut->more;
    $cut->{ended} } 0 .. length($whole) - 1;
is($done, length $whole, 'cut at each byte: closed');
lives('cut at each byte');

for my $wrong ("\0" x 9, "\xce\xff\xff\xff\xff", "\xce\0\x20\0\0\xdd\xff\xff",
    "\xce\0\0\0\5\xdd\xff\xff\xff\xff", "\xce\0\0\0\6\x91\xc6\xff\xff\xff\xff",
    "\xce\0\x01\0\0" . "\x91" x 65_536, "\xce\0\0\0\1\xc0") {
    my $closed = $raw->($wrong);
    1 while $closed->more;
    ok($closed->{ended}, 'closed: ' . unpack 'H20', $wrong);
}
lives('wrong frames');
open my $status, '<', "/proc/$worker->{pid}/status" or die $!;
my ($peak) = map { /VmHWM:\s+(\d+)/ } <$status>;
cmp_ok($peak, '<', 200_000, 'and took no memory');

is($peer->ask('/raises')->{body}, 'ok', 'a handler of exceptions that exits');
$raw->("\0")->more;
lives('which does not see those of the SDK');
$worker->logged(qr/no frame/);

$peer->ask('/closes');
for (1 .. 4) {
    my $instead = $worker->connect;
    is($instead->ask('/prints')->{body}, 'ok', 'no standard output');
    ok(!$instead->readable(0), 'nor anything on a connection in its place');
}
lives('connections in place of standard output');

my $exec = $worker->connect->ask('/exec');
ok(!$exec->{status} && !$exec->{whole}, 'exec: no answer');
is($worker->wait, 0, 'and the program has its status');

$worker = Player->new($SCRIPT);
$peer = $worker->connect;
my $control = $worker->connect(1);
is($peer->ask('/exit')->{status}, 500, 'exit without an answer: 500');
ok($peer->ask('/hello')->{refused}, 'the next one is refused');
$control->send(build(16));
is($worker->wait, 0, 'STOP');

$worker = Player->new($SCRIPT);
$control = $worker->connect(1);
$control->message;
$peer = $worker->connect;
is($peer->ask('/later')->{body}, 'ok', 'an alarm behind the response');
$control->send(build(19, 0))->message;    # it waits for requests again
kill ALRM => $worker->{pid};
is_deeply($control->message, [27], 'LEAVING');
ok($peer->ask('/hello')->{refused}, 'and requests run elsewhere');
$control->send(build(16));
$worker->wait;

for (['taint', perl => ['-T', map { "-I$_" } @INC]],
    ['layers', env => { PERL_UNICODE => 'SAD', PERLIO => ':utf8' }]) {
    my ($name, @options) = @$_;
    $worker = Player->new($SCRIPT, @options);
    is($worker->connect->ask('/echo', body => "\xff\xe9")->{body}, "\xff\xe9",
        "$name: bytes in and out") or diag $worker->logged(qr/./);
    $worker->end;
}
# The number of a user may need all 32 bits.
SKIP: {
    skip 'only root may become another user', 1 if $> != 0;
    my $pid = fork // die $!;
    if (!$pid) {
        ($<, $>) = (3_000_000_000) x 2;
        my $own = Player->new($SCRIPT);
        my $is_served = $own->connect->ask('/hello')->{body} eq 'hello';
        $own->end;
        POSIX::_exit(!$is_served);
    }
    waitpid $pid, 0;
    is($?, 0, 'user 3000000000 is served');
}

done_testing;
