# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Load qw(load_begin load_or_skip load_stop);
use Persist::Process 'is_alive';
use Persist::Wait qw(becomes wait_for);
use Test::More;

load_or_skip();
my $httpd = Persist::Httpd->new(conf => "PersistWorkers 4 4\n")->start;
$httpd->who;
becomes { $httpd->workers == 4 } 'four workers are there';
my @workers = $httpd->workers;
my $persistd = $httpd->persistd;

# How many its script has had.
sub requests {
    my ($pool) = (($httpd->status // {})->{pools} // [])->@*;
    return ($pool // {})->{requests} // 0;
}

# Before each and after the last one a hundred are answered.
sub some_are_answered {
    my $enough = requests() + 100;
    return wait_for { requests() >= $enough };
}

my $tries = $ENV{PERSIST_T_SHORT} ? 3 : 15;
my $load = load_begin('-p', $httpd->{port}, '-c', 8, '-s', 600, '/app.py/token');
my $count = 0;
some_are_answered();
for (1 .. $tries) {
    my @old = $httpd->children;
    $httpd->graceful && wait_for { !grep { is_alive($_) } @old } or last;
    $count += some_are_answered() ? 1 : 0;
}
my $seen = load_stop($load);
is $count, $tries, "httpd is restarted gracefully $count times, and goes on";
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
