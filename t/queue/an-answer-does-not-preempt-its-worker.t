# SPDX-License-Identifier: Apache-2.0
# A thread of httpd whose worker has other requests has the policy SCHED_BATCH, so
# that the worker goes on when it answers; while processors are idle, each thread that
# waits for a worker. Threads that do something else have the default one, and all of
# them have the one that the administrator has chosen.
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Load qw(load_begin load_end load_or_skip);
use Persist::Process qw(is_alive stat_of);
use Persist::Room 'file_words';
use Persist::Wait qw(becomes wait_for);
use POSIX ();
use Test::More;
use Time::HiRes qw(sleep time);

use constant BATCH => 3;    # SCHED_BATCH, sched(7)

plan skip_all => 'the portable build has no such policies'
    if $ENV{PERSIST_T_PORTABLE};
load_or_skip();

# How busy processors are, this httpd and its persistd learn from a file of ours in
# the place of /proc/stat: so it does not matter what else this machine does.
my $stat = "$ENV{PERSIST_T_STAGE}/t/stat.$$";
my @processors = Persist::Httpd::slurp('/proc/stat') =~ /^(cpu\d+) /mg;

# Each processor has been idle for so many ticks. The same length at each time: it
# is written while persistd may be reading.
sub write_stat {
    my ($ticks) = @_;
    my $text = join '', map { sprintf "%s 0 0 0 %015d 0\n", $_, $ticks }
        'cpu ', @processors;
    open my $file, -e $stat ? '+<' : '>', $stat or die "$stat: $!";
    syswrite $file, $text or die $!;
}

# Runs in a process of its own, no longer than this test.
my ($test, @helpers) = $$;
sub run_aside {
    my ($again) = @_;
    my $pid = fork // die $!;
    if (!$pid) {
        $again->() while getppid == $test;
        kill 'KILL', $$;
    }
    push @helpers, $pid;
}
END {
    if ($$ == $test) {
        kill 'KILL', @helpers;
        unlink $stat;
    }
}

# From now on processors are idle for more than half of the time. persistd looks
# each second: a writer that is late for less than that does no harm.
sub be_idle {
    my $since = time;
    run_aside(sub {
        write_stat(0.6 * (time - $since) * POSIX::sysconf(POSIX::_SC_CLK_TCK()));
        sleep 0.05;
    });
}

# No processor is idle: the number stays the same. Where no file may be mounted,
# programs keep all of them busy.
write_stat(0);
my @sees_stat = file_words($stat, '/proc/stat');
run_aside(sub { }) for @sees_stat ? () : @processors;

my $httpd = Persist::Httpd->new(under => [@sees_stat], conf => <<'END')->start;
PersistWorkers 1 1
PersistThreads 4
END

# How many threads of httpd's children have each policy.
sub policies {
    my %count;
    for my $pid ($httpd->children) {
        for my $thread (map { m{/(\d+)$} } glob "/proc/$pid/task/[0-9]*") {
            my $policy = (stat_of("$pid/task/$thread"))[38] // next;
            $count{$policy}++;
        }
    }
    return %count;
}

sub count { my %count = policies(); return $count{ $_[0] } // 0 }

sub is_idle { !grep { $_->{busy} } map { @{$_->{workers}} } @{$httpd->status->{pools}} }

# Requests for something else, until no thread has the policy any more.
sub is_over {
    my ($name) = @_;
    return becomes {
        $httpd->get('/nothing') for 1 .. 25;
        count(BATCH) == 0 && is_idle();
    } $name;
}

becomes { $httpd->who for 1 .. 25; count(BATCH) == 0 }
    'no thread has it while processors are busy';
my @held = $httpd->hold('/app.py');
is count(BATCH), 0, 'a thread that waits for the only request has not';
push @held, $httpd->hold('/app.py');
is count(BATCH), 1, 'one whose worker has another request has it';
push @held, $httpd->hold('/app.py');
is count(BATCH), 2, 'and so has the next one';
$httpd->release($_) for @held;
is $_->{http}->response->{status}, 200, 'all are answered' for @held;
is_over('other requests give it up');

# However the request ends.
for my $end ('its client leaves', 'its worker is killed') {
    @held = map { $httpd->hold('/app.py') } 1, 2;
    is count(BATCH), 1, "one has it when $end";
    kill 'KILL', $held[0]{worker} if $end =~ /worker/;
    becomes { !is_alive($held[0]{worker}) } 'the worker ends' if $end =~ /worker/;
    $_->{http} = undef for @held;
    $httpd->release($_) for @held;
    is_over("and gives it up after that");
}

# Requests to the worker alone give it up, too.
@held = map { $httpd->hold('/app.py') } 1, 2;
$httpd->release($_) for @held;
is $_->{http}->response->{status}, 200, 'two are answered' for @held;
becomes { $httpd->who for 1 .. 25; count(BATCH) == 0 } 'requests one by one give it up';

ok $httpd->stop, 'httpd stops';

# So do threads whose requests are ahead at a worker that runs one at a time.
$httpd = Persist::Httpd->new(
    under => [@sees_stat], conf => "PersistWorkers 1 1\n")->start;
my @load = ('-c', 8, '-p', $httpd->{port}, '-n', 3000, '/app.py/token');
becomes {
    $httpd->who for 1 .. 25;
    my $load = load_begin(@load);
    my $seen;
    wait_for { $seen = count(BATCH); $seen || !is_alive($load->{pid}) };
    load_end($load)->{answered} == 3000 && $seen;
} 'threads have it whose requests wait at a busy worker';

# Where processors are idle, each thread that waits for a worker has it.
is_over('other requests give that up');
kill 'KILL', splice @helpers;
SKIP: {
    skip 'no file may be mounted in the place of /proc/stat', 1 if !@sees_stat;
    be_idle();
    becomes { $httpd->who; count(BATCH) } 'so does a lone request';
}

# The policy that the administrator has chosen stays.
SKIP: {
    skip 'chrt is needed', 3
        if system("chrt --batch --pid 0 @{[$httpd->parent]} >&2") != 0;
    $httpd->restart;
    $httpd->who for 1 .. 25;
    my %before = policies();
    is_deeply [keys %before], [BATCH], 'after chrt --batch, httpd has that';
    is load_end(load_begin(@load))->{answered}, 3000, 'requests are answered';
    $httpd->who for 1 .. 25;
    my %after = policies();
    is_deeply [keys %after], [BATCH], 'and have left it';
}

ok $httpd->stop, 'httpd stops';

# A filter of system calls, as systemd's SystemCallFilter= makes it, that answers
# sched_setscheduler in this way: seccomp(2).
use constant FILTER => <<'END';
import ctypes, os, platform, struct, sys
number = {"x86_64": 144, "aarch64": 119}[platform.machine()]
code = struct.pack("HBBI" * 4, 0x20, 0, 0, 0, 0x15, 0, 1, number,
    0x06, 0, 0, int(sys.argv[1], 16), 0x06, 0, 0, 0x7FFF0000)
program = struct.pack("HxxxxxxP", 4, ctypes.addressof(ctypes.c_char.from_buffer(
    data := bytearray(code))))
libc = ctypes.CDLL(None)
if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, program, 0, 0):
    sys.exit("no filter")
os.execvp(sys.argv[2], sys.argv[2:])
END

for my $answer ([kills => '80000000'], [refuses => '00050001']) {
    my ($what, $action) = @$answer;
    $httpd = Persist::Httpd->new(
        conf => "PersistWorkers 1 1\nPersistThreads 4\n",
        under => ['python3', '-c', FILTER, $action])->start;
    my @children = $httpd->children;
    @held = map { $httpd->hold('/app.py') } 1, 2;
    is count(BATCH), 0, "no thread has it where a filter $what";
    $httpd->release($_) for @held;
    is $_->{http}->response->{status}, 200, 'requests are answered' for @held;
    is scalar(grep { is_alive($_) } @children), @children, 'and no child ends';
    like $httpd->log, qr/threads do not use SCHED_BATCH/, 'the log says so';
    ok $httpd->stop, 'httpd stops';
}
is_deeply [$httpd->runtime_files], [], 'and leaves no file';

done_testing;
