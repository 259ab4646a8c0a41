# SPDX-License-Identifier: Apache-2.0
# Persist::Http2: a client that resets single streams, which no tool does. RFC
# 9113 and 7541, with as little of them as that takes.

package Persist::Http2;
use v5.30;
use warnings;
use parent 'Persist::Http';

use constant {
    DATA => 0, HEADERS => 1, RST_STREAM => 3, SETTINGS => 4, END_STREAM => 1,
    END_HEADERS => 4, WINDOW_UPDATE => 8, CANCEL => 8 };

sub new {
    my ($class, $port) = @_;
    my $self = $class->SUPER::new($port);
    $self->{last} = -1;
    $self->send_bytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    $self->send_frame(SETTINGS, 0, 0, '');
    return $self;
}

sub send_frame {
    my ($self, $type, $flags, $stream, $payload) = @_;
    $self->send_bytes(substr(pack('NCCN', length $payload, $type, $flags,
        $stream), 1) . $payload);
}

# The next frame: type, flags, stream and payload; nothing at the end.
sub frame {
    my ($self) = @_;
    my ($high, $low, @rest) = unpack 'CnCCN', $self->take(9) // return;
    return (@rest, $self->take($high << 16 | $low) // return);
}

# Opens a stream, with more fields of the head if there are any; with a body it
# stays open for more of that.
sub begin {
    my ($self, $method, $path, $body, @fields) = @_;
    my $stream = $self->{last} += 2;
    my $head = '';
    for my $field ([':method', $method], [':scheme', 'http'], [':path', $path],
        [':authority', '127.0.0.1'], @fields) {
        $head .= "\0" . pack 'C/a C/a', @$field;
    }
    $self->send_frame(HEADERS, END_HEADERS | (defined $body ? 0 : END_STREAM),
        $stream, $head);
    $self->send_frame(DATA, 0, $stream, $body) if defined $body;
    return $stream;
}

# Takes a frame, and keeps what it has for its stream. Nothing at the end.
sub take_in {
    my ($self) = @_;
    my ($type, $flags, $stream, $payload) = $self->frame or return;
    push $self->{kept}{$stream}->@*, $payload if $type == DATA;
    $self->send_frame(WINDOW_UPDATE, 0, 0, pack 'N', length $payload)
        if $type == DATA && length $payload;
    $self->{ended}{$stream} = 1
        if ($type == DATA || $type == HEADERS) && $flags & END_STREAM;
    $self->{cut}{$stream} = 1 if $type == RST_STREAM;
    return 1;
}

# The next bytes of the stream, as many as a frame holds: of what was written at
# once there may be several, as windows are. Undef when it has been reset, or had
# ended.
sub data {
    my ($self, $stream) = @_;
    my $kept = $self->{kept}{$stream} //= [];
    until (@$kept || $self->{ended}{$stream} || $self->{cut}{$stream}) {
        $self->take_in or last;
    }
    return shift @$kept;
}

# At least so many bytes of the stream; fewer when it ends before.
sub take_data {
    my ($self, $stream, $length) = @_;
    my $bytes = '';
    while (length $bytes < $length) {
        $bytes .= $self->data($stream) // last;
    }
    return $bytes;
}

# All that is left of the stream; undef when it is cut.
sub rest {
    my ($self, $stream) = @_;
    my $bytes = '';
    while (defined(my $more = $self->data($stream))) {
        $bytes .= $more;
    }
    return $self->{ended}{$stream} ? $bytes : undef;
}

# Reads the rest. True when the stream ends properly, false when it is cut.
sub ends_well {
    my ($self, $stream) = @_;
    return defined $self->rest($stream);
}

sub reset {
    my ($self, $stream) = @_;
    $self->send_frame(RST_STREAM, 0, $stream, pack 'N', CANCEL);
}

1;
