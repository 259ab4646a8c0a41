# SPDX-License-Identifier: Apache-2.0
package PersistWorker;

# each_request(), and what its function and the process may do meanwhile: throw,
# be interrupted by the deadline, jump, fork, exit.

use v5.30;
use warnings;
use experimental 'signatures';
use Carp ();
use Config;
use Exporter 'import';
use File::Spec;
use POSIX 'SIGUSR2';
use PersistWorker::Loop;
use PersistWorker::Request;

our @EXPORT_OK = qw(each_request);
my ($owner, $script) = ($$, File::Spec->rel2abs($0));
my ($started, $function, $running);

# each_request($function): calls $function with a PersistWorker::Request for
# each request. Never returns: the worker ends by exit, here or in $function. An
# adapter may have features of READY besides that of fault (32).
# Raises an exception if persistd has not started the process.
sub each_request ($given, $features = 0) {
    Carp::croak('not started by persistd') if !$started || $$ != $owner;
    Carp::croak('inside a request') if $running;
    $function = $given;
    PersistWorker::Loop::run(request => 'PersistWorker::Request',
        handler => \&_call,
        ready => sub { return 32 | $features, 1, _files(), SIGUSR2 });
}

# SIGPIPE is caught, since a program that the script starts would inherit that
# it is ignored.
sub _start {
    $started = PersistWorker::Loop::adopt() or return;
    @SIG{qw(PIPE USR2)} = (sub { }, \&_on_signal);
    STDOUT->autoflush(1);
}

# Perl calls nothing in a child, so this is the script's fork. Not seen are
# those of POSIX::fork, of open with '-|' and no command, and of what Perl has
# compiled before.
sub _fork :prototype() () {
    my $pid = CORE::fork();
    PersistWorker::Loop::disown() if defined $pid && !$pid;
    return $pid;
}

# What the script has loaded, less what belongs to Perl; a frame has its limit.
# A hook of @INC may have left an object for a name, which might run code as a
# text. Perl opens a name of characters by their UTF-8.
sub _files {
    my @names = grep { defined && !ref && length } values %INC;
    my @all   = map { File::Spec->rel2abs($_) } $script, @names;
    my @own = sort grep { !m{\A(?:/usr|\Q$Config{prefix}\E)/} } @all;
    utf8::is_utf8($_) && utf8::encode($_) for @own;
    return [splice @own, 0, 1000];
}

# The signal may raise an exception only while $running is set, so inside eval.
# The inner block is what next and last leave that have no loop in the script.
sub _call ($request) {
    my $trace = q();
    local $SIG{__DIE__} = $SIG{__DIE__} || sub { $trace = Carp::longmess() };
    my $done = eval {
        $running = $request;
        { $function->($request) }
        $running = undef;
        1;
    };
    my $error = $@;
    $running = undef;
    _end_child($done, $error) if $$ != $owner;
    $request->mend;
    _fail($request, $error, $trace) if !$done;
}

# A child by fork has come back.
sub _end_child ($done, $error) {
    print {*STDERR} $error if !$done;
    exit !$done;
}

# What a script has thrown may be an object that does not like to be a text.
sub _fail ($request, $error, $trace) {
    my $late = ref $error eq 'PersistWorker::DeadlineExceeded';
    my $text = eval { "$error$trace" } // 'an exception without a text';
    $request->fail($text, $late ? (504, "This takes too long.\n") : ());
}

# Perl runs this between two operations of the script. When it comes at a bad
# time, nothing is lost: persistd sends DEADLINE and the signal each second.
sub _on_signal {
    return if $PersistWorker::Request::INSIDE || !$running;
    my $late = do {
        local ($PersistWorker::Request::INSIDE, $@, $!) = (1, $@, $!);
        PersistWorker::Loop::is_late();
    };
    return if !$late || $running->{raised}++;
    die bless {}, 'PersistWorker::DeadlineExceeded';
}

# The script has left, also by exit.
END {
    $running = undef;
    PersistWorker::Loop::leave() if $function && $$ == $owner;
}

BEGIN { *CORE::GLOBAL::fork = \&_fork }
_start();

1;
