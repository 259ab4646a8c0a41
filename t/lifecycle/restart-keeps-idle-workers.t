# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Wait 'becomes';
use Test::More;

my $httpd = Persist::Httpd->new(conf => "PersistWorkers 0 1\n")->start;
my $pid = $httpd->who->{pid};
my $persistd = $httpd->persistd;

for my $round (1 .. 3) {
    ok $httpd->restart, "httpd restarts, $round";
    is $httpd->who->{pid}, $pid, 'a request sent afterwards finds its worker';
    is $httpd->persistd, $persistd, 'persistd is the same';
}

# A request that restart cuts, by httpd's design, leaves no harm.
my $held = $httpd->hold('/app.py');
ok $httpd->restart, 'httpd restarts in mid-request';
$httpd->release($held);
becomes { ($httpd->who->{pid} // 0) == $pid } 'its worker serves again';

# Settings that changed take hold, of those pools only.
ok $httpd->reconfigure("PersistWorkers 0 1\nPersistEnv COLOUR red\n"),
    'another setting comes with a graceful';
isnt $httpd->who->{pid}, $pid, 'a new worker has it';

ok $httpd->stop, 'httpd stops';
is_deeply [$httpd->runtime_files], [], 'and leaves no file';

done_testing;
