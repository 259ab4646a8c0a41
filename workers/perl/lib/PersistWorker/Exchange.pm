# SPDX-License-Identifier: Apache-2.0
package PersistWorker::Exchange;

# A request and its response, as the protocol has them.

use v5.30;
use warnings;
use experimental 'signatures';

my $CREDIT = 2**16;    # what one WANT asks for

# new($peer, fields of REQUEST): nothing if its variables are wrong.
sub new ($class, @fields) {
    my %self = (open => 0);
    @self{qw(peer seq variables mode body soft id)} = @fields;
    my @pairs = split /\0/, delete $self{variables}, -1;
    return if length pop @pairs || @pairs % 2;
    my %env = @pairs;
    return if exists $env{q()};
    return bless { %self, env => \%env }, $class;
}

# The whole body; undef if it has not come in whole.
sub body ($self) {
    while ($self->{mode} == 2) {
        next if $self->receive;
        vec(my $bits = q(), fileno $self->{peer}{socket}, 1) = 1;
        select $bits, undef, undef, undef;    # the deadline may end this
    }
    return $self->{mode} == 3 ? undef : $self->{body};
}

# Takes what there is of the body, and asks for more. False: wait for it.
sub receive ($self) {
    my $peer = $self->{peer};
    local $peer->{role} = 'body';
    $peer->fill;
    while ($self->{mode} == 2
        and my (undef, $bytes, $mark) = $peer->next_message) {
        $self->{body} .= $bytes;
        $self->{open} -= length $bytes;
        $self->{mode} = (2, 0, 3)[$mark];
    }
    return 1 if $self->{mode} != 2;
    return $self->{mode} = 3 if $peer->{ended};
    return 0 if $self->{open} >= $CREDIT / 2;
    $self->{open} += $CREDIT;
    $peer->send(7, $CREDIT);
    return $peer->{ended};
}

# The response, of bytes, with the bits of $flags: 1 whole, 4 fault.
sub answer ($self, $status, $headers, $body, $flags) {
    $self->{answered} = 1;
    $self->{peer}->send(5, $self->{seq}, $status, $headers, \$body, $flags);
}

# A line in httpd's error log, or in the worker's own behind the response.
sub log ($self, $text, $level) {
    return print {*STDERR} "$text\n" if $self->{answered};
    $self->{peer}->send(8, $level, \substr $text, 0, 2**16);
}

# The script has failed, by an exception or by giving no answer: gives one.
sub fail ($self, $why, $status = 500, $page = "The script has failed.\n") {
    $self->log($why, 3);
    return if $self->{answered};
    $self->answer($status, ['Content-Type', 'text/plain'], $page,
        $self->{peer}{features} & 32 ? 5 : 1);
}

1;
