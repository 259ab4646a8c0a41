# SPDX-License-Identifier: Apache-2.0
# persistd stands still: SIGSTOP is what a dead file system looks like.
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Process 'is_alive';
use Persist::Wait 'becomes';
use Test::More;

# httpd takes 10 to 20 s for it; the others are for a slow machine.
use constant WITHIN => 60;

my $httpd = Persist::Httpd->new(conf => "PersistWorkers 0 1\n")->start;
symlink "$httpd->{root}/site/app.py", "$httpd->{root}/site/cold.py" or die $!;
my ($woken, $slow, $frozen) = map { Persist::Httpd->new->start } 1 .. 3;
my @servers = ($httpd, $woken, $slow, $frozen);
my @workers = map { $_->who->{pid} } @servers;
my ($old, $woken_one, $slow_one, $frozen_one) = map { $_->persistd } @servers;

# One that stops for a while, and a machine that does so as a whole.
kill 'STOP', $slow_one;
kill 'STOP', $frozen->{pid}, $frozen_one;
ok $slow->graceful, 'a persistd is slow, as httpd notices';
ok $slow->wait_log(qr/pid $slow_one\) has not said in time/), 'and says';
kill 'CONT', $slow_one;

my $since = time;
kill 'STOP', $old, $woken_one;
becomes {
    # Right behind SIGKILL: it must not come to life.
    kill 'CONT', $woken_one
        if $woken->log =~ /PERSIST5008: .*pid $woken_one\)/
        && is_alive($woken_one);
    ($httpd->persistd // $old) != $old
        && ($woken->persistd // $woken_one) != $woken_one;
} 'who hangs is replaced', 2 * WITHIN;
cmp_ok time - $since, '<=', WITHIN, 'in time';
ok !is_alive($_), 'by SIGKILL' for $old, $woken_one;
ok $httpd->wait_log(qr/PERSIST5008: .*pid $old\) does not answer/),
    'the log says so';
is $httpd->who->{pid}, $workers[0], 'its successor has the same worker';
is $httpd->get('/cold.py')->{status}, 200, 'and starts others';

# The frozen ones wake after more time than a hang may last.
kill 'CONT', $frozen->{pid}, $frozen_one;

is $slow->persistd, $slow_one, 'who was only slow is not replaced';
is $frozen->persistd, $frozen_one, 'nor who was suspended with httpd';
unlike $_->log, qr/PERSIST5008/, 'and nothing is logged' for $slow, $frozen;
is scalar(() = $_->log =~ /PERSIST5008/g), 1, 'who hung is replaced once'
    for $httpd, $woken;
is_deeply [map { $_->who->{pid} } @servers], \@workers,
    'all have their workers';

for my $server (@servers) {
    ok $server->stop, 'httpd stops';
    is_deeply [$server->runtime_files], [], 'and leaves no file';
}

done_testing;
