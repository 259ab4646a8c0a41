# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Process 'is_alive';
use Persist::Wait 'becomes';
use Test::More;

my $workers = "PersistWorkers 8 12\n";
my $httpd =
    Persist::Httpd->new(conf => "PersistMaxWorkers 12\n$workers")->start;

# Eight by MIN, and those that are held.
my @held = map { $httpd->hold('/app.py') } 1 .. 5;
becomes { $httpd->workers >= 8 } 'more workers run than there will be room for';

$httpd->configure("PersistMaxWorkers 3\n$workers");
ok $httpd->graceful, 'a graceful lowers PersistMaxWorkers below MIN';
becomes { 5 == $httpd->workers } 'idle workers end, those with a request stay';
is scalar(grep { is_alive($_->{worker}) } @held), 5, 'none of these is killed';

$httpd->release($_) for @held;
is $_->{http}->response->{status}, 200, 'a request that was held is answered'
    for @held;
becomes { 3 == $httpd->workers } 'as many workers are left as there may be';
is $httpd->get('/app.py')->{status}, 200, 'and serve';
is scalar($httpd->workers), 3, 'MIN starts no others';
unlike $httpd->log, qr/is killed|PERSIST[24]/, 'nobody has complained';

ok $httpd->stop, 'httpd stops';
done_testing;
