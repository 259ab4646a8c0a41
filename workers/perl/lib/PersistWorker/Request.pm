# SPDX-License-Identifier: Apache-2.0
package PersistWorker::Request;

# What a script sees of a request, and what it is kept from doing to the
# protocol. Strings that come are bytes.

use v5.30;
use warnings;
use experimental 'signatures';
use Carp 'croak';
use Scalar::Util 'reftype';
use Time::HiRes qw(clock_gettime CLOCK_MONOTONIC);
use parent 'PersistWorker::Exchange';

our $INSIDE = 0;       # a frame is at work: no deadline may hit it
my $PIECE   = 2**18;   # what one frame of a response has

sub new ($class, @message) {
    my $self = $class->SUPER::new(@message) or return;
    $self->{until} = $self->{soft} && _now() + $self->{soft} / 1000;
    return $self;
}

sub _now { return clock_gettime(CLOCK_MONOTONIC) }

# All variables, as a reference to a hash; one of them or q(): the method, what
# leads to the script in the URL, what follows that, and what follows "?".
sub env    ($self) { return $self->{env} }
sub method ($self) { return $self->{env}{REQUEST_METHOD} // q() }
sub mount  ($self) { return $self->{env}{SCRIPT_NAME} // q() }
sub path   ($self) { return $self->{env}{PATH_INFO} // q() }
sub query  ($self) { return $self->{env}{QUERY_STRING} // q() }

# The id under which httpd logs the request.
sub request_id ($self) { return $self->{id} }

# header($name): a header of the request, in any case; undef if it is not there.
sub header ($self, $name) {
    my $variable = uc $name =~ tr/-/_/r;
    $variable =~ s/\A(?!CONTENT_(?:TYPE|LENGTH)\z)/HTTP_/;
    return $self->{env}{$variable};
}

# Seconds until the soft deadline, perhaps negative; undef if there is none.
sub time_left ($self) {
    return $self->{until} ? $self->{until} - _now() : undef;
}

# True if no client waits for the response any more.
sub cancelled ($self) {
    return 1 if $self->{answered};
    $self->_whole(sub { $self->{peer}->fill });
    return !!$self->{peer}{ended};
}

# The whole body. Raises an exception if it has not come in whole. Behind the
# response what comes on the connection may be another client's.
sub body ($self) {
    croak 'the request is over' if $self->{answered} && $self->{mode} == 2;
    return $self->SUPER::body // croak 'the body of the request is broken';
}

# respond($status, [$name, $value, ...], $body): the whole response, in bytes.
# Raises an exception if there was one before, or if httpd would refuse it.
sub respond ($self, $status, $headers = [], $body = q()) {
    croak 'a second response' if $self->{answered};
    croak "a status of $status" if $status !~ /\A[2-5][0-9]{2}\z/;
    _check_headers($headers);
    my ($head, $bytes) = (join(q(), @$headers), $body // q());
    utf8::downgrade($_, 1) or croak 'characters beyond bytes: encode them' for $head, $bytes;
    croak 'headers of more than 1 MiB' if length $head > 2**20;
    $self->_whole(sub { $self->_send($status, $headers, $bytes) });
}

sub _check_headers ($headers) {
    croak 'headers are a list [name, value, ...] of 500 pairs at most'
        if (reftype($headers) // q()) ne 'ARRAY' || @$headers % 2
        || @$headers > 1000 || grep { !defined } @$headers;
    my %value = @$headers;
    /\A[!#\$%&'*+.^_`|~0-9A-Za-z-]+\z/ or croak "a header '$_'" for keys %value;
    /[\x00-\x08\x0a-\x1f\x7f]/ and croak "a header's value '$_'" for @$headers;
}

# What goes beyond one frame follows in BODY.
sub _send ($self, $status, $headers, $body) {
    my ($first, @more) = unpack "(a$PIECE)*", $body;
    $self->answer($status, $headers, $first // q(), @more ? 0 : 1);
    while (defined(my $piece = shift @more)) {
        $self->{peer}->send(3, \$piece, @more ? 0 : 1);
    }
}

# log($text, $level): a line in httpd's error log; the levels are syslog's, 0
# to 7, and 4 if there is none. Raises an exception for another level. A signal
# handler may call it in the middle of a frame, too. What httpd cannot log any
# more, because the client has gone, goes to standard error.
sub log ($self, $text, $level = 4) {
    croak "a level of $level" if ($level //= 4) !~ /\A[0-7]\z/;
    utf8::encode($text) if utf8::is_utf8($text);
    return print {*STDERR} "$text\n" if $self->{cut};
    my @pieces = length $text ? unpack '(a65536)*', $text : q();
    $self->_whole(sub { $self->SUPER::log($_, $level) for @pieces });
    my $is_lost = !$self->{answered} && !$self->{peer}{socket};
    print {*STDERR} "$text\n" if $is_lost;
}

sub receive ($self) {
    return $self->_whole(sub { $self->SUPER::receive });
}

# What sends a frame or takes one in goes through here, and no deadline hits it.
# What the script's own signal handlers throw may lose part of a frame, whose
# rest could be what a client sends as a body: the mark stays.
sub _whole ($self, $work) {
    croak 'inside a frame, or behind one that was cut' if $self->{cut}++;
    local $INSIDE = 1;
    my $result = $work->();
    $self->{cut} = 0;
    return $result;
}

# For PersistWorker, when the script has ended: closes a connection with that
# mark.
sub mend ($self) {
    return if !$self->{cut};
    $self->{peer}->drop('an exception has cut it');
    @$self{qw(cut answered)} = (0, 1);
}

sub fail ($self, @reason) {
    $self->mend;
    $self->SUPER::fail(@reason);
}

package PersistWorker::DeadlineExceeded;

use overload q("") => sub { return 'the deadline has passed' }, fallback => 1;

1;
