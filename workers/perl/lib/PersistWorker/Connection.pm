# SPDX-License-Identifier: Apache-2.0
package PersistWorker::Connection;

# A socket of the worker: that on which httpd and persistd connect, or a
# connection of theirs, with messages in both directions.

use v5.30;
use warnings;
use experimental 'signatures';
use Socket qw(SOL_SOCKET MSG_DONTWAIT MSG_NOSIGNAL);
use PersistWorker::Frame qw(take build);

# Takes the listening socket over from persistd; nothing if there is none. What
# a match has taken from the environment is not tainted.
sub adopt ($class) {
    my $started = delete $ENV{PERSIST_WORKER} // return;
    $started =~ /\A1:([0-9]+)\z/ or die "persist: unknown version $started\n";
    open my $socket, '+<&=', $1 or die "persist: descriptor $1: $!\n";
    listen $socket, 511 or die "persist: listen: $!\n";
    return bless { socket => $socket, role => 'listener' }, $class;
}

# The next connection; nothing if it is of another user. The environment
# (PERLIO) may give sockets a layer under which recv fails.
sub accept ($self) {
    local $^F = -1;    # no program that the script starts gets it
    CORE::accept my $socket, $self->{socket} or return;
    binmode $socket;
    return if $> != unpack 'x4 L', getsockopt $socket, SOL_SOCKET, 17;
    return bless { socket => $socket, role => 'new', buffer => q() }, ref $self;
}

# Closes it, and says why on standard error if there is a reason.
sub drop ($self, $why = undef) {
    print {*STDERR} "persist: a connection is closed: $why\n" if $why;
    @$self{qw(ended buffer)} = (1, q());
    close delete $self->{socket} if $self->{socket};
}

# send($kind, $field, ...), with fields as build() takes them.
sub send ($self, @message) {
    my $frame = build(@message);
    while (length $frame && $self->{socket}) {
        my $sent = CORE::send $self->{socket}, $frame, MSG_NOSIGNAL;
        if    ($sent)      { substr $frame, 0, $sent, q() }
        elsif (!$!{EINTR}) { $self->drop }
    }
}

# Reads once, without waiting, unless enough is there that no script has asked
# for.
sub fill ($self) {
    return if $self->{ended} || length $self->{buffer} > 2**22;
    my $from = recv $self->{socket}, my $bytes, 2**18, MSG_DONTWAIT;
    return if !defined $from && ($!{EAGAIN} || $!{EINTR});
    $self->{buffer} .= $bytes;
    $self->{ended} = $bytes eq q();
}

# The next whole message: $kind, $field, ...; nothing if there is none yet.
sub next_message ($self) {
    local ($@, $SIG{__DIE__});
    my $message = eval { take(\$self->{buffer}, $self->{role}) };
    $self->drop($@ =~ s/\n//r) if !$message && $@;
    return @{ $message // [] };
}

1;
