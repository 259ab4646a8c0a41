# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Load qw(load_begin load_break load_end load_or_skip);
use Persist::Wait qw(becomes wait_for);
use Test::More;

load_or_skip();
my $httpd = Persist::Httpd->new(conf => "PersistWorkers 4 4\n")->start;
$httpd->who;
becomes { $httpd->workers == 4 } 'four workers are there';

# Victims under load; what it sees is not counted, a killed server may fail.
my $load = load_begin('-p', $httpd->{port}, '-c', 8, '-s', 600,
    '/app.py/token');
# Mostly workers: httpd starts children and persistd again once a second only.
my @victims = (
    (sub { $httpd->workers }) x 12, (sub { $httpd->children }) x 3,
    sub { $httpd->persistd // () });
my $kills = 0;
my $wanted = $ENV{PERSIST_T_SHORT} ? 50 : 500;
while ($kills < $wanted) {
    my @pids = $victims[rand @victims]->();
    $kills += kill 'KILL', $pids[rand @pids] if @pids;
}
is $kills, $wanted, "$wanted processes are killed";
load_break($load);

becomes { ($httpd->get('/app.py')->{status} // 0) == 200 }
    'then requests are answered';
becomes { $httpd->workers == 4 } 'by four workers again';

my $good = load_end(
    load_begin('-p', $httpd->{port}, '-c', 16, '-n', 2000, '/app.py/token'));
is $good->{answered}, 2000, 'and nothing is stuck';
becomes {
    my $status = $httpd->status // {};
    my @workers = map { @{ $_->{workers} } } @{ $status->{pools} // [] };
    4 == grep { $_->{state} eq 'ready' && !$_->{busy} } @workers;
} 'all four are ready, and free';

ok $httpd->stop, 'httpd stops';
is_deeply [$httpd->runtime_files], [], 'and leaves no file';

done_testing;
