# SPDX-License-Identifier: Apache-2.0
# Persist::Http: a client that shows what really arrives: interim responses,
# pieces in the order of their arrival, and streams that were cut.

package Persist::Http;
use v5.30;
use warnings;
use Exporter 'import';
use IO::Select;
use IO::Socket::INET;
use Time::HiRes 'time';

our @EXPORT_OK = 'threads_at_work';

use constant TIMEOUT => 60;

sub new {
    my ($class, $port) = @_;
    my $socket = IO::Socket::INET->new(
        PeerAddr => '127.0.0.1', PeerPort => $port, Proto => 'tcp')
        or die "port $port: $!";
    return bless { port => $port, socket => $socket, buffer => '' }, $class;
}

sub send_bytes {
    my ($self, $bytes) = @_;
    local $SIG{PIPE} = 'IGNORE';
    while (length $bytes) {
        my $sent = syswrite $self->{socket}, $bytes;
        return if !defined $sent;
        substr($bytes, 0, $sent) = '';
    }
    return 1;
}

# Sends a request; with body and without a length of your own, Content-Length
# is set.
sub request {
    my ($self, $method, $path, %o) = @_;
    my @headers = @{ $o{headers} // [] };
    push @headers, 'Content-Length', length $o{body}
        if defined $o{body} && !grep { /^(?:content-length|transfer-encoding)$/i }
        @headers;
    my $head = "$method $path HTTP/1.1\r\nHost: 127.0.0.1:$self->{port}\r\n";
    while (my ($name, $value) = splice @headers, 0, 2) {
        $head .= "$name: $value\r\n";
    }
    $self->{method} = $method;
    $self->send_bytes("$head\r\n" . ($o{body} // ''));
    return $self;
}

# Waits for more bytes: true, or false at the end of the stream.
sub more {
    my ($self) = @_;
    IO::Select->new($self->{socket})->can_read(TIMEOUT)
        or die 'no answer in ' . TIMEOUT . " s\n";
    my $got = sysread $self->{socket}, $self->{buffer}, 65536,
        length $self->{buffer};
    return $got;
}

# Up to and without the separator; undef when the stream ends before it.
sub take_until {
    my ($self, $separator) = @_;
    while (1) {
        my $at = index $self->{buffer}, $separator;
        if ($at >= 0) {
            my $text = substr $self->{buffer}, 0, $at;
            substr($self->{buffer}, 0, $at + length $separator) = '';
            return $text;
        }
        $self->more or return;
    }
}

# Exactly so many bytes; undef when the stream ends before.
sub take {
    my ($self, $length) = @_;
    while (length $self->{buffer} < $length) {
        $self->more or return;
    }
    return substr $self->{buffer}, 0, $length, '';
}

# One head, interim ones included: { status, reason, headers, lines }, or
# nothing.
sub head {
    my ($self) = @_;
    my $text = $self->take_until("\r\n\r\n") // return;
    my ($line, @lines) = split /\r\n/, $text;
    my %headers = map { /^([^:]+):\s*(.*)$/ ? (lc $1, $2) : () } @lines;
    my (undef, $status, $reason) = split / /, $line, 3;
    return { status => $status, reason => $reason, headers => \%headers,
        lines => \@lines };
}

# The next piece of a chunked body: bytes, '' at its proper end, undef when the
# stream was cut.
sub chunk {
    my ($self) = @_;
    my $size = $self->take_until("\r\n") // return;
    $size =~ /^([0-9a-fA-F]+)/ or return;
    my $bytes = $self->take(hex($1) + 2) // return;
    return substr $bytes, 0, -2;
}

# The body that belongs to the head; complete is whether it ended properly.
sub body {
    my ($self, $head) = @_;
    my ($status, $headers) = $head->@{qw(status headers)};
    return ('', 1)
        if $self->{method} eq 'HEAD' || $status =~ /^(?:1..|204|304)$/;
    if (($headers->{'transfer-encoding'} // '') eq 'chunked') {
        my $body = '';
        while (1) {
            my $chunk = $self->chunk // return ($body, 0);
            return ($body, 1) if $chunk eq '';
            $body .= $chunk;
        }
    }
    if (defined(my $length = $headers->{'content-length'})) {
        my $body = $self->take($length);
        return defined $body ? ($body, 1) : ($self->{buffer}, 0);
    }
    1 while $self->more;
    return (delete $self->{buffer}, 1);
}

# The final response: head with body and complete; undef when there was none.
sub response {
    my ($self) = @_;
    my $head;
    do { $head = $self->head // return } while $head->{status} =~ /^1/;
    @$head{qw(body complete)} = $self->body($head);
    return $head;
}

# One request on a connection of its own, with its response.
sub once {
    my ($class, $port, $method, $path, %o) = @_;
    $o{headers} = [@{ $o{headers} // [] }, 'Connection', 'close'];
    my $response = $class->new($port)->request($method, $path, %o)->response;
    return $response // { status => 0, headers => {}, body => '', complete => 0 };
}

# Threads of httpd that are busy with a request, by mod_status; the one that
# tells is among them. (On prefork some may be lingering after a close: C.)
sub threads_at_work {
    my ($port) = @_;
    my $answer = __PACKAGE__->once($port, 'GET', '/server-status?auto');
    my ($board) = $answer->{body} =~ /^Scoreboard: (\S+)/m;
    return ($board // die 'no scoreboard') =~ tr/RW//;
}

1;
