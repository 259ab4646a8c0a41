# SPDX-License-Identifier: Apache-2.0
package PersistWorker::Loop;

# A worker's life: whom it reads from in which order, and what they tell it.

use v5.30;
use warnings;
use experimental 'signatures';
use List::Util 'max';
use Time::HiRes qw(clock_gettime CLOCK_MONOTONIC);
use PersistWorker::Connection;

my (%script, $control, $running, $leaving, $stopping, @peers);
my $alone_since = _now();

sub _now { return clock_gettime(CLOCK_MONOTONIC) }

# Takes the listening socket over from persistd; false if there is none.
sub adopt { return @peers = PersistWorker::Connection->adopt }

# In a child: closes the sockets of its parent.
sub disown { $_->drop for @peers }

# run(request => $class, handler => $code, ready => $code): calls the handler
# for each request, and ready for the last fields of READY, from its features on.
# Never returns.
sub run (%with) {
    %script = %with;
    _turn() while !$stopping;
    exit 0;
}

# IDLE must not overtake a request: it goes, and control is read, only when
# nothing else can be read. With a PROBE that waits, select does not.
sub _turn {
    @peers       = grep { $_->{socket} } @peers;
    $control     = undef if $control && !$control->{socket};
    $alone_since = $control ? undef : $alone_since // _now();
    my $patience = !$control ? max(0, $alone_since + 30 - _now())
        : $control->{probed} ? 0 : undef;
    my $bits = q();
    vec($bits, fileno $_->{socket}, 1) = 1 for @peers;
    return if select($bits, undef, undef, $patience) < 0;
    my @ready = grep { vec $bits, fileno $_->{socket}, 1 } @peers;
    my @first = grep { $_->{role} ne 'control' } @ready;
    return map { _serve($_) } @first if @first;
    # Only now: a new control connection may have waited while a script ran.
    return $stopping = !$patience if !$control;
    $control->send(26, 0) if delete $control->{probed};
    _serve($_) for @ready;
}

my %HANDLER = (
    1  => \&_open,
    2  => \&_request,
    3  => sub { },    # behind the end of a response
    16 => sub { $stopping = 1 },
    18 => sub { $running->{late} = 1 if $running && $running->{id} eq $_[1] },
    19 => sub { $_[1] ? $_[0]->drop('PROBE: wrong unit') : $_[0]{probed}++ },
);

sub _serve ($peer) {
    return push @peers, $peer->accept if $peer->{role} eq 'listener';
    $peer->fill;
    while (!$stopping and my ($kind, @fields) = $peer->next_message) {
        $HANDLER{$kind}->($peer, @fields);
    }
    $peer->drop if $peer->{ended};
}

sub _open ($peer, $version, $role, $features, $unit) {
    return $peer->drop('OPEN with a wrong version or unit')
        if $version != 1 || !$role && $unit;
    @$peer{qw(role features)} = ($role ? 'control' : 'data', $features);
    return if !$role;
    $control->drop if $control;
    $control = $peer;
    $control->send(24, 1, \'perl 0.1.0', $script{ready}->());
    $control->send(27) if $leaving;
}

sub _request ($peer, @fields) {
    my $request = $script{request}->new($peer, @fields)
        or return $peer->drop('REQUEST with wrong variables');
    $peer->fill;
    return $peer->send(9, 0, 0, []) if $leaving || $peer->{ended};
    $running = $request;
    $script{handler}->($request);
    $running = undef;
    $request->fail('the script has not answered') if !$request->{answered};
}

# Reads persistd's orders while a script runs. True if its deadline has passed.
sub is_late {
    _serve($control) if $control;
    return $running->{late};
}

# The script has left, also by exit: refuses requests until STOP comes.
sub leave {
    $running->fail('exit without an answer')
        if $running && !$running->{answered};
    ($running, $leaving) = (undef, 1);
    $control->send(27) if $control && !$stopping;
    _serve($_) for grep { $_->{role} eq 'data' } @peers;
    run(%script);
}

1;
