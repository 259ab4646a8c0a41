# SPDX-License-Identifier: Apache-2.0
# A thread of httpd whose worker has other requests has the policy SCHED_BATCH, so
# that the worker goes on when it answers. Threads that do something else have the
# default one, and all of them have the one that the administrator has chosen.
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Load qw(load_begin load_end load_or_skip);
use Persist::Process qw(is_alive stat_of);
use Persist::Wait qw(becomes wait_for);
use Test::More;

use constant { OTHER => 0, BATCH => 3, IDLE => 5 };    # sched(7)

plan skip_all => 'the portable build has no such policies'
    if $ENV{PERSIST_T_PORTABLE};
load_or_skip();

my $httpd = Persist::Httpd->new(conf => <<'END')->start;
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

# Requests for something else, until no thread has the policy any more.
sub is_over {
    my ($name) = @_;
    return becomes { $httpd->get('/nothing') for 1 .. 25; count(BATCH) == 0 } $name;
}

$httpd->who;
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

# The policy that the administrator has chosen stays.
SKIP: {
    skip 'chrt is needed', 3
        if system("chrt --idle --pid 0 @{[$httpd->parent]} >&2") != 0;
    $httpd->restart;
    $httpd->who;
    my %before = policies();
    is_deeply [keys %before], [IDLE], 'after chrt --idle, httpd has that';
    my $load = load_end(load_begin('-c', 8, '-p', $httpd->{port}, '-n', 2000,
        '/app.py/token'));
    is $load->{answered}, 2000, 'requests are answered';
    my %after = policies();
    is_deeply [keys %after], [IDLE], 'and have left it';
}

ok $httpd->stop, 'httpd stops';
is_deeply [$httpd->runtime_files], [], 'and leaves no file';

done_testing;
