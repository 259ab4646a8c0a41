# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Load qw(load_begin load_end load_or_skip);
use Persist::Wait 'becomes';
use Test::More;
use Time::HiRes qw(sleep time);

load_or_skip();
my $httpd = Persist::Httpd->new(conf => "PersistWorkers 4 4\n")->start;
$httpd->who;
becomes { $httpd->workers == 4 } 'four workers are there';
my @workers = $httpd->workers;
my $persistd = $httpd->persistd;

my $seconds = $ENV{PERSIST_T_SHORT} ? 6 : 30;
my $load = load_begin('-p', $httpd->{port}, '-c', 8, '-s', $seconds,
    '/app.py/token');
my $end = time + $seconds - 1;
my ($count, $tries) = (0, 0);
while (time < $end || $tries < 2) {
    my $next = time + 2;
    $tries++;
    $count += $httpd->graceful ? 1 : 0;
    sleep $next - time if $next > time;
}
my $seen = load_end($load);
cmp_ok $count, '>', 1, "httpd is restarted gracefully ($count times)";
is $seen->{failed}, 0, 'no request fails';
is $seen->{mixed}, 0, 'none has another\'s answer';
cmp_ok $seen->{answered}, '>', 100,
    "all are answered ($seen->{answered}, $seen->{retried} asked again)";
is_deeply [$httpd->workers], \@workers, 'the workers are the same';
is $httpd->persistd, $persistd, 'and so is persistd'
    or diag grep { /persist:/ && !/PERSIST3/ } split /^/m, $httpd->log;

# A request across a graceful.
my $held = $httpd->hold('/app.py');
ok $httpd->graceful, 'a graceful comes while a request is in its worker';
is $httpd->get('/app.py')->{status}, 200, 'new children serve';
$httpd->release($held);
is $held->{http}->response->{status}, 200, 'and the request is answered';

# Two at once.
my $before = $httpd->generations;
kill 'USR1', $httpd->{pid} for 1 .. 2;
becomes { $httpd->generations > $before } 'two gracefuls at once are taken';
becomes { $httpd->who->{pid} } 'requests are answered';
is_deeply [$httpd->workers], \@workers, 'by the same workers';

ok $httpd->stop, 'httpd stops';
is_deeply [$httpd->runtime_files], [], 'and leaves no file';

done_testing;
