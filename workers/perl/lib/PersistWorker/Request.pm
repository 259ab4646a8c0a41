# SPDX-License-Identifier: Apache-2.0
package PersistWorker::Request;

# What a script sees of a request. Strings that come are bytes.

use v5.30;
use warnings;
use Carp 'croak';
use Time::HiRes qw(clock_gettime CLOCK_MONOTONIC);

# What one WANT asks for, and what one frame of a response has.
my ($CREDIT, $PART) = (2**16, 2**18);

# For the loop: the request of a message, or undef if its variables are wrong.
sub new {
    my ($class, $connection, $seq, $variables, $mode, $body, $soft, $id) = @_;
    my @parts = split /\0/, $variables, -1;
    return if @parts && pop @parts ne q() || @parts % 2;
    my %env = @parts;
    return if exists $env{q()};
    my $until = $soft && clock_gettime(CLOCK_MONOTONIC) + $soft / 1000;
    return bless { connection => $connection, seq => $seq, env => \%env,
        mode => $mode, body => $body, until => $until, id => $id, open => 0,
    }, $class;
}

# All variables, as a reference to a hash; one of them or q(): the method, what
# leads to the script in the URL, what follows that, and what follows "?".
sub env    { return $_[0]{env} }
sub method { return $_[0]{env}{REQUEST_METHOD} // q() }
sub mount  { return $_[0]{env}{SCRIPT_NAME} // q() }
sub path   { return $_[0]{env}{PATH_INFO} // q() }
sub query  { return $_[0]{env}{QUERY_STRING} // q() }

# The id under which httpd logs the request.
sub request_id { return $_[0]{id} }

# header($name): a header of the request, in any case; undef if it is not there.
sub header {
    my ($self, $name) = @_;
    my $variable = uc $name =~ tr/-/_/r;
    $variable =~ s/\A(?!CONTENT_(?:TYPE|LENGTH)\z)/HTTP_/;
    return $self->{env}{$variable};
}

# Seconds until the soft deadline, perhaps negative; undef if there is none.
sub time_left {
    my ($self) = @_;
    return if !$self->{until};
    return $self->{until} - clock_gettime(CLOCK_MONOTONIC);
}

# True if no client waits for the response any more.
sub cancelled {
    my ($self) = @_;
    return 1 if $self->{answered};
    return !PersistWorker::inside($self, sub {
        PersistWorker::fill($self->{connection});
    });
}

# The whole body. Raises an exception if it has not come in whole. Behind the
# response what comes on the connection may be another client's.
sub body {
    my ($self) = @_;
    croak 'the request is over' if $self->{answered} && $self->{mode} == 2;
    while ($self->{mode} == 2) {
        next if PersistWorker::inside($self, sub { $self->_read });
        vec(my $readable = q(), $self->{connection}{number}, 1) = 1;
        select $readable, undef, undef, undef;    # the deadline may end this
    }
    croak 'the body of the request is broken' if $self->{mode} == 3;
    return $self->{body};
}

# Takes what there is of the body; false if there is nothing yet.
sub _read {
    my ($self) = @_;
    my $connection = $self->{connection};
    if ($self->{open} < $CREDIT / 2) {
        PersistWorker::send_to($connection, 7, $CREDIT);
        $self->{open} += $CREDIT;
    }
    local $connection->{role} = 'body';
    if (my $message = PersistWorker::next_message($connection)) {
        my (undef, $bytes, $mark) = @$message;
        $self->{body} .= $bytes;
        $self->{open} -= length $bytes;
        $self->{mode} = (2, 0, 3)[$mark];
        return 1;
    }
    return $self->{mode} = 3 if $connection->{ended};
    my $had = length $connection->{buffer};
    return !PersistWorker::fill($connection)
        || length $connection->{buffer} > $had;
}

# respond($status, [$name, $value, ...], $body): the whole response, in bytes.
# Raises an exception if there was one before, or if httpd would refuse it.
sub respond {
    my ($self, $status, $headers, $body) = @_;
    croak 'a second response' if $self->{answered};
    croak "a status of $status" if $status !~ /\A[2-5][0-9]{2}\z/;
    croak 'a wrong list of headers'
        if @$headers % 2 || @$headers > 1000 || grep { !defined } @$headers;
    my %value = @$headers;
    /\A[!#\$%&'*+.^_`|~0-9A-Za-z-]+\z/ or croak "a header '$_'" for keys %value;
    /[\x00-\x08\x0a-\x1f\x7f]/ and croak "a header's value '$_'" for @$headers;
    my ($head, $bytes) = (join(q(), @$headers), $body // q());
    utf8::downgrade($_, 1) or croak 'characters beyond bytes' for $head, $bytes;
    croak 'headers of more than 1 MiB' if length $head > 2**20;
    PersistWorker::inside($self, sub {
        $self->_send($status, $headers, $bytes, 1);
    });
}

sub _send {
    my ($self, $status, $headers, $body, $flags) = @_;
    $self->{answered} = 1;
    my ($first, @more) = $body eq q() ? q() : unpack "(a$PART)*", $body;
    PersistWorker::send_to($self->{connection}, 5, $self->{seq}, $status,
        $headers, \$first, @more ? 0 : $flags);
    while (@more) {
        my $part = shift @more;
        PersistWorker::send_to($self->{connection}, 3, \$part, @more ? 0 : 1);
    }
}

# log($text, $level): a line in httpd's error log; the levels are syslog's, 0
# to 7, and 4 if there is none. Raises an exception for another level. A signal
# handler may call it in the middle of a frame, too.
sub log {
    my ($self, $text, $level) = @_;
    croak "a level of $level" if ($level //= 4) !~ /\A[0-7]\z/;
    utf8::encode($text) if utf8::is_utf8($text);
    return print {*STDERR} "$text\n" if $self->{answered} || $self->{cut};
    PersistWorker::inside($self, sub {
        PersistWorker::send_to($self->{connection}, 8, $level,
            \substr $text, 0, 2**16);
    });
}

# For the loop: the answer of a script that has failed. What it has thrown may
# be an object that does not like to be a text.
sub fail {
    my ($self, $error, $trace) = @_;
    my $late = ref $error eq 'PersistWorker::DeadlineExceeded';
    $self->log(eval { "$error$trace" } // 'an exception without a text', 3);
    return if $self->{answered};
    my ($status, $text) = $late ? (504, 'This takes too long.')
        : (500, 'The script has failed.');
    $self->_send($status, ['Content-Type', 'text/plain'], "$text\n",
        $self->{connection}{features} & 32 ? 5 : 1);
}

package PersistWorker::DeadlineExceeded;

use overload q("") => sub { return 'the deadline has passed' }, fallback => 1;

1;
