# SPDX-License-Identifier: Apache-2.0

# A script that does to its SDK what scripts do, by PATH_INFO.

use v5.30;
use warnings;
no warnings 'exiting';
use Time::HiRes 'setitimer', 'ITIMER_REAL';
use PersistWorker 'each_request';

$INC{'Made.pm'} = bless {}, 'Unreadable';    # as a hook of @INC leaves it
my $OTHER = ['X-Other', 'x'];
my ($kept, $alarms) = (undef, 0);
my %PAGE = (
    '/hello'  => sub { $_[0]->respond(200, [], 'hello') },
    '/echo'   => sub { $_[0]->respond(200, $OTHER, $_[0]->body) },
    '/env'    => sub { $_[0]->respond(200, [], $_[0]->env->{X}) },
    '/big'    => sub { $_[0]->respond(200, [], 'x' x 2**24) },
    '/next'   => sub { next },
    '/last'   => sub { last },
    '/die'    => sub { die 'as told' },
    '/empty'  => sub { die bless {}, 'Unreadable' },
    '/lost'   => sub { my $forgets = bless [], 'Forgets'; die 'as told' },
    '/caught' => sub { eval { die 'caught before' }; $SIG{__DIE__} = sub { };
        die "as told\n" },
    '/nested' => sub { each_request(sub { }) },
    '/closes' => sub { close $_ for *STDIN, *STDOUT, *STDERR;
        $_[0]->respond(200, [], 'ok') },
    '/prints' => sub { print 'x'; warn 'x'; system 'echo x; echo x >&2';
        $_[0]->respond(200, [], 'ok') },
    '/exit'   => sub { exit },
    '/exec'   => sub { exec 'true' },
    '/pipe'   => sub { local $/; $_[0]->respond(200, [],
        scalar qx{$^X -e 'print \$SIG{PIPE} // "default"'}) },
    '/pipes'  => sub { $SIG{PIPE} = 'DEFAULT'; $_[0]->respond(200, [], 'ok') },
    '/keep'   => sub { ($kept = $_[0])->respond(200, [], 'kept') },
    '/again'  => sub { $kept->log('behind its end'); $kept->respond(200, []) },
    '/body'   => sub { $kept->body },
    '/twice'  => sub { $_[0]->respond(200, [], 'one');
        $_[0]->respond(200, [], 'two') },
    '/alarm'  => \&alarm_in_response,
    '/later'  => sub { $SIG{ALRM} = sub { die "outside\n" };
        $_[0]->respond(200, [], 'ok') },
    '/impatient' => \&impatient,
    '/ticks'  => \&ticks,
    '/globals' => \&globals,
    '/raises' => sub { $SIG{__DIE__} = sub { print {*STDERR} "mine: @_"; exit };
        $_[0]->respond(200, [], 'ok') },
    '/child-returns' => \&in_child,
    '/child-dies'    => sub { in_child(@_) or die "in the child\n" },
    '/long'   => sub { $_[0]->log('x' x 70_000); $_[0]->respond(204) },
    '/no-text' => sub { $_[0]->log(q()); $_[0]->respond(204) },
    '/gone'   => sub {
        print {*STDERR} "begun\n";
        select undef, undef, undef, 0.01 while !$_[0]->cancelled;
        $_[0]->log('nobody waits') },
    '/bare'   => sub { $_[0]->respond(204) },
    '/child-answers' => sub { in_child(@_) or $_[0]->respond(200, []) },
    '/child-exits'   => sub { in_child(@_) or exit },
    '/child-loops'   => sub { in_child(@_) or each_request(sub { }) },
);

my @BAD = (["a\r\nb" => 'x'], ["a\0" => 'x'], ["a\n" => 'x'], ['a b' => 'x'],
    ['' => 'x'], ["a\x{100}" => 'x'], [a => "x\r\ny: z"], [a => "x\n"],
    [a => "x\0"], [a => "\x{100}"], [a => 'x', 'b'], [('a', 'x') x 600],
    [a => 'x' x 2**21], [a => undef], [undef, 'a']);
$PAGE{"/bad/$_"} = do { my $bad = $BAD[$_]; sub { $_[0]->respond(200, $bad) } }
    for 0 .. $#BAD;
$PAGE{'/hash'}   = sub { $_[0]->respond(200, { a => 'x' }) };
$PAGE{'/status'} = sub { $_[0]->respond("200\n", []) };
$PAGE{'/wide'}   = sub { $_[0]->respond(200, [], "\x{263a}") };
$PAGE{'/latin'}  = sub {
    $_[0]->respond(200, [a => _utf8("\xe9")], _utf8("\xe8"));
};

sub _utf8 { my ($text) = @_; utf8::upgrade($text); return $text }

# True in the parent, which answers when its child has ended.
sub in_child {
    my ($request) = @_;
    my $pid = fork // die "fork: $!";
    return 0 if !$pid;
    waitpid $pid, 0;
    return $request->respond(200, [], $? >> 8) || 1;
}

# An alarm, which the test sends, ends a response which nobody reads.
sub alarm_in_response {
    my ($request) = @_;
    local $SIG{ALRM} = sub { die "too slow\n" };
    $request->respond(200, [], 'x' x 2**24);
}

# Exceptions in the middle of everything.
sub impatient {
    my ($request) = @_;
    my $body;
    local $SIG{ALRM} = sub { die "now\n" };
    until (defined $body || $@ && $@ ne "now\n") {
        $body = eval { setitimer(ITIMER_REAL, 0.0002); $request->body };
        setitimer(ITIMER_REAL, 0);
    }
    $request->respond(200, [], $body // 'cut');
}

# Signals in the middle of everything.
sub ticks {
    my ($request) = @_;
    local $SIG{ALRM} = sub { $request->log('a tick') if $alarms++ < 200 };
    setitimer(ITIMER_REAL, 0.001, 0.001);
    my $body = $request->body;
    $request->respond(200, [], $body);
    setitimer(ITIMER_REAL, 0);
}

# Not put back.
sub globals {
    my ($request) = @_;
    ($/, $\, $,, $", $;, $|, $_) = (\3, 'X', 'Y', 'Z', 'A', 1, 'B');
    $^F = 30;
    select STDERR;
    print 'to the log';
    $request->respond(200, [], 'ok');
}

package Unreadable;

use overload q("") => sub { die 'no text' }, q(.) => sub { die 'no text' };

package Forgets;

sub DESTROY { eval { 1 } }

package main;

chdir '/';
$0 = 'another name';
each_request(sub { $PAGE{ $_[0]->path }->(@_) });
