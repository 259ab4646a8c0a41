# SPDX-License-Identifier: Apache-2.0
# persistd hangs, and SIGKILL does not end it, as in a dead file system. What
# does the same to it is a tracer that holds it where a process exits: with its
# locks and sockets, for ever.
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Process qw(is_alive mapped_files parent_of);
use Persist::Wait 'becomes';
use Test::More;

plan skip_all => 'there is no www-data' if !defined getpwnam 'www-data';

# Holds all threads of a process when they exit, until we close the pipe.
my $HOLD = <<'END';
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
SEIZE, TRACEEXIT = 0x4206, 0x40
for thread in os.listdir(f"/proc/{sys.argv[1]}/task"):
    if libc.ptrace(SEIZE, int(thread), None, ctypes.c_void_p(TRACEEXIT)):
        sys.exit(os.strerror(ctypes.get_errno()))
print("held", flush=True)
sys.stdin.read()
END

sub hold {
    my ($pid) = @_;
    pipe my $in, my $stay or die $!;
    pipe my $said, my $out or die $!;
    my $tracer = fork // die $!;
    if (!$tracer) {
        open STDIN, '<&', $in or die $!;
        open STDOUT, '>&', $out or die $!;
        close $_ for $in, $out, $stay, $said;
        exec $ENV{PERSIST_T_PYTHON}, '-c', $HOLD, $pid or die $!;
    }
    close $_ for $in, $out;
    my $line = <$said> // '';
    return { pid => $tracer, stay => $stay, held => $line =~ /held/ };
}

sub let_go {
    my ($hold) = @_;
    close $hold->{stay};
    waitpid $hold->{pid}, 0;
}

# A looker ends when persistd's end of its socket is closed.
sub belongs_to {
    my ($pid, @persistds) = @_;
    my $parent = parent_of($pid) // 0;
    return grep { $_ == $pid || $_ == $parent } @persistds;
}

my $httpd = Persist::Httpd->new(
    conf => <<'END');
User www-data
Group www-data
PersistWorkers 0 1
PersistStopTimeout 30
END
chmod 01777, $httpd->{root} or die $!; # workers say there what they hold
$httpd->start;
my $pid = $httpd->who->{pid};
my @children = $httpd->children;
my $old = $httpd->persistd;
my ($table) = grep { m{^/dev/shm/} } mapped_files($old);
my $hold = hold($old);
if (!$hold->{held}) {
    let_go($hold);
    plan skip_all => 'nothing can be traced here';
}
kill 'STOP', $old;
my $held = $httpd->hold('/app.py'); # its worker is warm
ok $httpd->wait_log(qr/PERSIST5008: .*pid $old\) does not answer/, 90),
    'it hangs and is killed';
ok $httpd->wait_log(qr/PERSIST5008: .*pid $old\) was killed, and the kernel/),
    'it does not end, says the log';
ok -e "/proc/$old/stat", 'nor does it';
my ($new, $next);
becomes { ($new) = grep { $_ != $old } $httpd->persistds } 'another has its place';
is scalar(() = glob "$httpd->{root}/r/*"), 1, 'in the same directory';
becomes { $next = $httpd->who->{pid}; $next && $next != $pid }
    'requests are answered, by another worker';
becomes { my @answers = map { $httpd->who->{pid} // 0 } 1 .. 20;
    !(grep { $_ != $next } @answers) && !$httpd->without_table }
    'through each of httpd\'s children';
is_deeply [map { is_alive($_) } @children], [map { 1 } @children],
    'which are the same';
$httpd->release($held);
is $held->{http}->response->{status}, 200, 'what the old worker had it finishes';
becomes { !is_alive($pid) } 'and ends';

# Once more, right before a stop.
ok $httpd->graceful, 'a graceful finds the new one';
is $httpd->who->{pid}, $next, 'and its worker';
my $again = hold($new);
kill 'STOP', $new;
kill 'TERM', $httpd->{pid};
becomes { !grep { !belongs_to($_, $old, $new) } $httpd->processes }
    'a stop leaves nothing but what does not die, and its lookers';
is_deeply [map { is_alive($_) } $old, $new], [1, 1], 'which is held still';
is_deeply [$httpd->runtime_files], [], 'no file';
ok !-e $table, 'and no table';
let_go($_) for $hold, $again;
becomes { !$httpd->processes } 'let go, they end';

done_testing;
