# SPDX-License-Identifier: Apache-2.0
package PersistWorker;

# The loop of a worker: connections, the order in which they are read, and
# persistd's orders. PersistWorker::Request is what a script sees of a request.

use v5.30;
use warnings;
use Carp ();
use Config;
use Exporter 'import';
use Fcntl qw(F_SETFD FD_CLOEXEC);
use File::Spec;
use List::Util 'max';
use POSIX 'SIGUSR2';
use Socket qw(SOL_SOCKET MSG_DONTWAIT MSG_NOSIGNAL);
use Time::HiRes qw(clock_gettime CLOCK_MONOTONIC);
use PersistWorker::Frame qw(take build);
use PersistWorker::Request;

our @EXPORT_OK = qw(each_request);
our $INSIDE = 0;    # a frame is at work: no deadline may hit it
my ($listener, $control, $running, $probed, $stopping, $leaving, $begun);
my ($owner, $script, $alone_since) = ($$, File::Spec->rel2abs($0), _now());
my %connections;    # by descriptor
my $trace;

# each_request($function): calls $function with a PersistWorker::Request for
# each request. Never returns: the worker ends by exit, here or in $function.
# Raises an exception if persistd has not started the process.
sub each_request {
    my ($function) = @_;
    Carp::croak('not started by persistd') if !$listener || $$ != $owner;
    Carp::croak('inside a request') if $running;
    $begun = $function;
    _turn() while 1;
}

# What a match has taken from the environment is not tainted. SIGPIPE is caught,
# since a program that the script starts would inherit that it is ignored.
sub _start {
    my $started = delete $ENV{PERSIST_WORKER} // return;
    my ($number) = $started =~ /\A1:([0-9]+)\z/
        or die "persist: version $started is unknown\n";
    open $listener, '+<&=', $number or die "persist: descriptor $number: $!\n";
    fcntl $listener, F_SETFD, FD_CLOEXEC;
    listen $listener, 511 or die "persist: listen: $!\n";
    @SIG{qw(PIPE USR2)} = (sub { }, \&_on_signal);
    STDOUT->autoflush(1);
}

# Perl calls nothing in a child, so this is the script's fork. Not seen are
# those of POSIX::fork, of open with '-|' and no command, and of what Perl has
# compiled before.
sub _fork () {
    my $pid = CORE::fork();
    return $pid if $pid || !defined $pid;
    drop($_) for values %connections;
    close $listener if $listener;
    return 0;
}

sub _now { return clock_gettime(CLOCK_MONOTONIC) }

# IDLE must not overtake a request: it goes, and control is read, only when
# nothing else can be read. With a PROBE that waits, select does not.
sub _turn {
    exit 0 if $stopping;
    my $patience = $alone_since ? max(0, $alone_since + 30 - _now()) : undef;
    my $bits = q();
    vec($bits, $_, 1) = 1 for fileno $listener, keys %connections;
    return if select($bits, undef, undef, $probed ? 0 : $patience) < 0;
    my $arrived = vec $bits, fileno $listener, 1;
    my @ready = grep { vec $bits, $_->{number}, 1 } values %connections;
    my @data  = grep { !$control || $_ != $control } @ready;
    _accept() if $arrived;
    _serve($_) for @data;
    return if $arrived || @data;
    send_to($control, 26, 0) if $probed;
    $probed = 0;
    _serve($_) for @ready;
    # Only now: a new control connection may have waited while a script ran.
    $stopping = 1 if !$control && !@ready && defined $patience && !$patience;
}

# The environment (PERLIO) may give sockets a layer under which recv fails.
sub _accept {
    accept my $socket, $listener or return;
    binmode $socket;
    fcntl $socket, F_SETFD, FD_CLOEXEC;
    my (undef, $uid) = unpack 'l3', getsockopt $socket, SOL_SOCKET, 17;
    return if $uid != $>;
    $connections{ fileno $socket } = { socket => $socket, role => 'new',
        number => fileno $socket, buffer => q() };
}

# For PersistWorker::Request, too: closes a connection, and says why on standard
# error if there is a reason.
sub drop {
    my ($connection, $why) = @_;
    print {*STDERR} "persist: a connection is closed: $why\n" if $why;
    $connection->{ended} = 1;
    delete $connections{ $connection->{number} };
    close delete $connection->{socket} if $connection->{socket};
    return if !$control || $connection != $control;
    ($control, $probed, $alone_since) = (undef, 0, _now());
}

# For PersistWorker::Request: what it sends and takes in goes through here, and
# no deadline hits it. What the script's own signal handlers throw may lose part
# of a frame, whose rest could be what a client sends as a body: with the mark
# still there, the connection is closed.
sub inside {
    my ($request, $work) = @_;
    Carp::croak('inside a frame, or behind one that was cut')
        if $request->{cut}++;
    local $INSIDE = 1;
    my $result = $work->();
    $request->{cut} = 0;
    return $result;
}

# For PersistWorker::Request: sends a message, unless the peer has gone.
sub send_to {
    my ($connection, @message) = @_;
    my $frame = build(@message);
    while (length $frame && $connection->{socket}) {
        my $sent = send $connection->{socket}, $frame, MSG_NOSIGNAL;
        if    ($sent)      { substr $frame, 0, $sent, q() }
        elsif (!$!{EINTR}) { drop($connection) }
    }
}

# For PersistWorker::Request: reads once, without waiting, unless enough is
# there that no script has asked for. False if the connection is at its end.
sub fill {
    my ($connection) = @_;
    return 1 if length $connection->{buffer} > 2**22;
    return 0 if $connection->{ended};
    my $from = recv $connection->{socket}, my $bytes, 2**18, MSG_DONTWAIT;
    return 1 if !defined $from && ($!{EAGAIN} || $!{EINTR});
    $connection->{buffer} .= $bytes if defined $from;
    return !($connection->{ended} = !defined $from || $bytes eq q());
}

# For PersistWorker::Request: the next whole message, or undef.
sub next_message {
    my ($connection) = @_;
    return if !$connection->{socket};
    local ($@, $SIG{__DIE__});
    my $message = eval { take(\$connection->{buffer}, $connection->{role}) };
    drop($connection, $@ =~ s/\n//r) if !$message && $@;
    return $message;
}

sub _serve {
    my ($connection) = @_;
    fill($connection);
    _handle_all($connection);
    drop($connection) if $connection->{ended};
}

my %HANDLER = (
    1  => \&_on_open,
    2  => \&_on_request,
    3  => sub { },    # behind the end of a response
    16 => sub { $stopping = 1; exit 0 if !$running },
    18 => sub { $running->{late} = 1 if $running && $running->{id} eq $_[1] },
    19 => sub { $_[1] ? drop($_[0], 'PROBE: wrong unit') : ($probed = 1) },
);

sub _handle_all {
    my ($connection) = @_;
    while (my $message = next_message($connection)) {
        my ($kind, @fields) = @$message;
        $HANDLER{$kind}->($connection, @fields);
    }
}

sub _on_open {
    my ($connection, $version, $role, $features, $unit) = @_;
    return drop($connection, 'OPEN with a wrong version or unit')
        if $version != 1 || !$role && $unit;
    $connection->{features} = $features;
    return $connection->{role} = 'data' if !$role;
    drop($control) if $control;
    $connection->{role} = 'control';
    ($control, $alone_since) = ($connection, undef);
    send_to($control, 24, 1, \'perl 0.1.0', 32, 1, _files(), SIGUSR2);
    send_to($control, 27) if $leaving;
}

# What the script has loaded, less what belongs to Perl; a frame has its limit.
# Perl opens a name of characters by their UTF-8.
sub _files {
    my @all = map { File::Spec->rel2abs($_) } $script, grep { $_ } values %INC;
    my @own = sort grep { !m{\A(?:/usr|\Q$Config{prefix}\E)/} } @all;
    utf8::is_utf8($_) && utf8::encode($_) for @own;
    return [splice @own, 0, 1000];
}

sub _on_request {
    my ($connection) = @_;
    my $request = PersistWorker::Request->new(@_)
        or return drop($connection, 'REQUEST with wrong variables');
    return _run($request) if !$leaving && fill($connection);
    send_to($connection, 9, 0, 0, []);
    $connection->{ended} = 1 if !$leaving;
}

# The signal may raise an exception only while $running is set, so inside eval.
# The inner block is what next and last leave that have no loop in the script.
sub _run {
    my ($request) = @_;
    $trace = q();
    local $SIG{__DIE__} = $SIG{__DIE__} || sub { $trace = Carp::longmess() };
    my $done = eval {
        $running = $request;
        { $begun->($request) }
        $running = undef;
        1;
    };
    my $error = $@;
    $running = undef;
    if ($$ != $owner) {    # a child by fork has come back
        print {*STDERR} $error if !$done;
        exit !$done;
    }
    drop($request->{connection}, 'an exception has cut it') if $request->{cut};
    $request->fail($error, $trace) if !$done;
    $request->fail('the script has not answered', q()) if !$request->{answered};
}

# Perl runs this between two operations of the script. When it comes at a bad
# time, nothing is lost: persistd sends DEADLINE and the signal each second.
sub _on_signal {
    return if $INSIDE || !$running || !$control;
    {
        local ($INSIDE, $@, $!) = (1, $@, $!);
        _serve($control);
    }
    return if !$running->{late} || $running->{raised}++;
    die bless {}, 'PersistWorker::DeadlineExceeded';
}

# The script has left, also by exit: refuses requests until STOP comes.
sub _leave {
    my $request = $running;
    ($running, $leaving) = (undef, 1);
    $request->fail('exit without an answer', q())
        if $request && !$request->{answered};
    send_to($control, 27) if $control;
    _handle_all($_) for values %connections;
    _turn() while 1;
}

END {
    _leave() if $begun && $$ == $owner && !$stopping;
}

BEGIN { *CORE::GLOBAL::fork = \&_fork }
_start();

1;
