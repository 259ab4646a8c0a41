# SPDX-License-Identifier: Apache-2.0
package Player;

# Plays httpd and persistd to a worker in Perl, for tests: starts a script,
# sends it frames, and reads what it answers. Waits for a minute at most.

use v5.30;
use warnings;
use File::Temp 'tempdir';
use IO::Select;
use IO::Socket::UNIX;
use POSIX ();
use PersistWorker::Frame 'build';

use constant PATIENCE => 60;    # seconds

# Player->new($script, perl => [options of perl], env => {...})
sub new {
    my ($class, $script, %options) = @_;
    my $path   = tempdir(CLEANUP => 1) . '/socket';
    my $listen = IO::Socket::UNIX->new(Local => $path, Listen => 9) or die $!;
    pipe my $log, my $write or die $!;
    my $pid = fork // die $!;
    if (!$pid) {
        %ENV = (%ENV, PERSIST_WORKER => '1:3', %{ $options{env} // {} });
        POSIX::dup2(fileno $write, $_) for 1, 2;
        POSIX::dup2(fileno $listen, 3) if fileno $listen != 3;
        $^F = 3;
        fcntl $listen, 2, 0 if fileno $listen == 3;
        exec $^X, @{ $options{perl} // [] }, $script or POSIX::_exit(9);
    }
    return bless { path => $path, pid => $pid, log => $log, listen => $listen,
        shut => close $write }, $class;
}

# A connection, with its OPEN sent.
sub connect {
    my ($self, $role) = @_;
    my $socket = IO::Socket::UNIX->new(Peer => $self->{path}) or die $!;
    my $peer = bless { socket => $socket, buffer => q() }, 'Player::Peer';
    return $peer->send(build(1, 1, $role // 0, 0, 0));
}

# What the worker has written to its log, up to what matches.
sub logged {
    my ($self, $pattern) = @_;
    my $select = IO::Select->new($self->{log});
    my $text   = q();
    while ($text !~ $pattern && $select->can_read(PATIENCE)) {
        sysread $self->{log}, $text, 65_536, length $text or last;
    }
    return $text;
}

# Ends the worker, and returns its status.
sub end {
    my ($self) = @_;
    kill KILL => $self->{pid};
    waitpid $self->{pid}, 0;
    return $?;
}

# Waits for its end by itself; returns its status, undef if it goes on.
sub wait {
    my ($self) = @_;
    local $SIG{ALRM} = sub { die "it goes on\n" };
    return eval { alarm PATIENCE; waitpid $self->{pid}, 0; alarm 0; $? };
}

package Player::Peer;

use PersistWorker::Frame 'build';

# The bytes of a REQUEST; a body that is undef is pulled.
sub request {
    my ($path, %more) = @_;
    my $variables = join q(), map { "$_\0" } %{ $more{variables} // {} },
        defined $path ? (PATH_INFO => $path) : ();
    my $mode = exists $more{body} ? 2 : 0;
    return build(2, 77, \$variables, $mode, \q(), 0, \'id');
}

sub send {
    my ($self, $bytes) = @_;
    syswrite $self->{socket}, $bytes;
    return $self;
}

# ask($path, body => ..., variables => {...}): all that comes up to the end of
# the response: {status, headers, body, log, whole}.
sub ask {
    my ($self, $path, %more) = @_;
    $self->send(request($path, %more));
    return $self->answer($more{body});
}

sub answer {
    my ($self, $body) = @_;
    my $answer = { body => q(), log => q() };
    while (!$answer->{whole} and my $message = $self->message) {
        my ($kind, @fields) = @$message;
        $answer->{log} .= "$fields[1]\n" if $kind == 8;
        if ($kind == 7) {
            my $part = substr $body, 0, $fields[0], q();
            $self->send(build(3, \$part, length $body ? 0 : 1));
        }
        if ($kind == 5) {
            @$answer{qw(status headers)} = @fields[1, 2];
        }
        $answer->{body} .= $fields[-2] if $kind == 5 || $kind == 3;
        $answer->{whole} = $fields[-1] if $kind == 5 || $kind == 3;
        return { %$answer, refused => 1 } if $kind == 9;
    }
    return $answer;
}

# The next message, or undef: then {ended} tells an end from silence.
sub message {
    my ($self) = @_;
    my $buffer = \$self->{buffer};
    until (length $$buffer >= 5
        && length $$buffer >= 5 + unpack 'x N', $$buffer) {
        return if !$self->more;
    }
    my $frame = substr $$buffer, 0, 5 + unpack('x N', $$buffer), q();
    return _value(\substr $frame, 5);
}

# Waits so long until something can be read, without reading it.
sub readable {
    my ($self, $seconds) = @_;
    return IO::Select->new($self->{socket})->can_read($seconds);
}

sub more {
    my ($self) = @_;
    return if !$self->readable(Player::PATIENCE);
    my $got = sysread $self->{socket}, $self->{buffer}, 65_536,
        length $self->{buffer};
    $self->{ended} = 1 if !$got;
    return $got;
}

# Only what an SDK writes that chooses the simplest forms.
sub _value {
    my ($in) = @_;
    my $head = ord substr $$in, 0, 1, q();
    return $head if $head < 0x80;
    return unpack 'N', substr $$in, 0, 4, q() if $head == 0xce;
    return substr $$in, 0, unpack('N', substr $$in, 0, 4, q()), q()
        if $head == 0xc6;
    my $count = $head == 0xdc ? unpack('n', substr $$in, 0, 2, q())
        : $head - 0x90;
    return [map { _value($in) } 1 .. $count];
}

1;
