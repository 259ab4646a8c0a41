# SPDX-License-Identifier: Apache-2.0
# One asynchronous worker holds hundreds of streams of server-sent events and
# serves others meanwhile, at a bounded cost for each.
use v5.30;
use warnings;
use JSON::PP 'decode_json';
use Persist::Httpd;
use Persist::Wait 'becomes';
use Test::More;

# Each request holds a thread of httpd, or a child of prefork.
my $prefork = $ENV{PERSIST_T_MPM} eq 'prefork';
my $count = $prefork ? 20 : 500;
# (A huge page more or less would be 100 KiB for each of a few streams.)
my $httpd = Persist::Httpd->new(
    under => ['prlimit', '--nofile=4096:4096'], conf => <<'END')->start;
PersistWorkers 0 1
PersistEnv PERSIST_HUGE_PAGES off
PersistConcurrency 1024
PersistQueue 1000 300s
PersistBootTimeout 300s
PersistStopTimeout 60s
PersistCeiling QueueTotal 1000
<IfModule !mpm_prefork_module>
    ServerLimit 9
    StartServers 9
    ThreadsPerChild 60
    MaxRequestWorkers 540
    MaxSpareThreads 540
</IfModule>
END

sub page { return $httpd->get("/asgi/app.py/$_[0]") }
sub facts { return decode_json page('status')->{body} }

my $before = facts();
my @streams = map { $httpd->open_request('/asgi/app.py/stream') } 1 .. $count;
my @heads = map { $_->head } @streams;
is scalar(grep { $_->{status} == 200 } @heads), $count,
    'all streams begin, in one worker';
is scalar(grep { $_->chunk eq "data: begun\n\n" } @streams), $count,
    'the first event comes at once';
my $during = facts();
is "@$during{qw(pid streams)}", "$before->{pid} $count",
    'the worker holds them all';
my $kib = ($during->{memory} - $before->{memory}) / $count;
cmp_ok $kib, '<', 64, 'a stream takes less than 64 KiB of it';
diag sprintf '%.0f KiB a stream', $kib;
is scalar(grep { page('path')->{status} == 200 } 1 .. 20), 20,
    'it serves others meanwhile';

# Half of the clients leave.
close $_->{socket} for splice @streams, 0, $count / 2;
becomes { facts()->{streams} == @streams } 'clients that leave end theirs';
is page('release')->{body}, scalar @streams, 'the others go on';
my @rest = map { join '', ($_->chunk // '-') x 1, ($_->chunk // '-') } @streams;
is scalar(grep { $_ eq "data: released\n\n" } @rest), scalar @rest,
    'to their end';
is facts()->{pid}, $before->{pid}, 'the worker lives on';
ok $httpd->stop, 'httpd stops';
ok -e "$httpd->{root}/ended", 'and the lifespan of the application ends';
done_testing;
