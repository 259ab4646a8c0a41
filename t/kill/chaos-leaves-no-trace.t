# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use List::Util 'sum';
use Persist::Httpd;
use Persist::Load qw(load_begin load_or_skip load_stop);
use Persist::Rest qw(holdings holds_no_more is_at_rest replace_persistd
    touch_children);
use Persist::Wait qw(becomes wait_for);
use Test::More;
use Time::HiRes qw(sleep time);

$ENV{PERSIST_DUMPABLE} = 1; # for a look into persistd

# Load while something is killed every second, and httpd restarted gracefully
# every ten: five minutes of it with PERSIST_T_LONG, else some seconds, faster.
load_or_skip();
plan skip_all => 'one MPM is enough'
    if $ENV{PERSIST_T_MPM} ne 'event' && !$ENV{PERSIST_T_LONG};
my ($seconds, $pause, $graceful) =
    $ENV{PERSIST_T_LONG} ? (300, 1, 10) : (8, 0.5, 4);

# Fewer children than httpd may have: at a graceful restart it tells only as
# many to end as that, and while some die it may have one more for a moment.
my $httpd = Persist::Httpd->new(conf => <<'END')->start;
PersistWorkers 4 4
<IfModule !mpm_prefork_module>
    StartServers 2
    MaxRequestWorkers 100
    MinSpareThreads 25
    MaxSpareThreads 75
</IfModule>
END

$httpd->who;
replace_persistd($httpd);
touch_children($httpd);
becomes { is_at_rest($httpd, 4) } 'four workers are there, and free';
my $before = holdings($httpd);

# How many its script has had.
sub requests {
    my ($pool) = (($httpd->status // {})->{pools} // [])->@*;
    return ($pool // {})->{requests} // 0;
}

my %killed = (worker => 0, child => 0, persistd => 0);
my %victims = (
    worker => sub { $httpd->workers },
    child => sub { $httpd->children },
    persistd => sub { $httpd->persistd // () });
my $load = load_begin('-p', $httpd->{port}, '-c', 8, '-s', $seconds + 600,
    '/app.py/token');
my ($end, $next) = (time + $seconds - 1, time + $graceful);
my ($gracefuls, $tries) = (0, 0);
# On a slow machine it goes on until there was something to see.
while (time < $end || !$tries || sum(values %killed) < 4) {
    my $name = (sort keys %victims)[rand keys %victims];
    my @pids = $victims{$name}->();
    $killed{$name} += kill 'KILL', $pids[rand @pids] if @pids;
    if (time >= $next) {
        $tries++;
        $gracefuls += $httpd->graceful ? 1 : 0;
        $next += $graceful;
    }
    sleep $pause;
}
# A slow machine has not answered many until now.
my $more = requests() + 100;
wait_for { requests() >= $more };
my $seen = load_stop($load);
diag "killed: $killed{worker} workers, $killed{child} children, "
    . "$killed{persistd} persistds; $gracefuls gracefuls; "
    . "$seen->{answered} answered, $seen->{failed} not"
    if $ENV{PERSIST_T_LONG};
cmp_ok $gracefuls, '>', 0, 'httpd was restarted gracefully';
cmp_ok $killed{worker} + $killed{child} + $killed{persistd}, '>', 3,
    'and processes were killed';
cmp_ok $seen->{answered}, '>', 100, 'meanwhile requests were answered';
is $seen->{mixed}, 0, 'none by another one\'s answer';

# A child that dies takes all its requests along, a worker the one it has.
my $most = 8 * $killed{child} + $killed{worker};
cmp_ok $seen->{failed}, '<=', $most,
    "no more failed ($seen->{failed}) than ran in what was killed";

touch_children($httpd);
becomes { is_at_rest($httpd, 4) }
    'then four workers are there again, and free';
holds_no_more($httpd, $before,
    'processes, sockets and descriptors are as they were');

ok $httpd->stop, 'httpd stops';
is_deeply [$httpd->runtime_files], [], 'and leaves no file';
done_testing;
