# SPDX-License-Identifier: Apache-2.0
# persistd stands still: SIGSTOP is what a dead file system looks like.
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Process 'is_alive';
use Persist::Wait qw(becomes wait_for);
use Test::More;

use constant WITHIN => 30;

sub replaced {
    my ($httpd, $old, $name) = @_;
    my $since = time;
    kill 'STOP', $old;
    my $new = wait_for { my $now = $httpd->persistd // $old;
        $now != $old && $now } 2 * WITHIN;
    cmp_ok time - $since, '<=', WITHIN, $name;
    ok !is_alive($old), 'by SIGKILL';
    return $new;
}

my $httpd = Persist::Httpd->new(conf => "PersistWorkers 0 1\n")->start;
symlink "$httpd->{root}/site/app.py", "$httpd->{root}/site/cold.py" or die $!;
my $slow = Persist::Httpd->new->start;
my $frozen = Persist::Httpd->new->start;
my ($pid, $same, $kept) = map { $_->who->{pid} } $httpd, $slow, $frozen;
my ($slow_one, $frozen_one) = map { $_->persistd } $slow, $frozen;

# One that stops for a while, and a machine that does so as a whole.
kill 'STOP', $slow_one;
kill 'STOP', $frozen->{pid}, $frozen_one;
ok $slow->graceful, 'a persistd is slow, as httpd notices';
ok $slow->wait_log(qr/pid $slow_one\) has not said in time/), 'and says';
kill 'CONT', $slow_one;

my $old = $httpd->persistd;
my $new = replaced($httpd, $old, 'one that hangs is replaced in time');
like $httpd->log, qr/PERSIST5008: .*pid $old\) does not answer/,
    'the log says so';
is $httpd->who->{pid}, $pid, 'its successor has the same worker';
is $httpd->get('/cold.py')->{status}, 200, 'and starts others';

# The frozen ones wake after more time than a hang may last.
kill 'CONT', $frozen->{pid}, $frozen_one;

# As above, but with SIGCONT behind SIGKILL: it must not come to life.
$old = $new;
kill 'STOP', $old;
becomes { $httpd->log =~ /PERSIST5008: .*pid $old\)/ }
    'the next one hangs and is killed', 2 * WITHIN;
kill 'CONT', $old;
becomes { ($httpd->persistd // $old) != $old } 'and replaced, once', 15;
is $httpd->who->{pid}, $pid, 'with the same worker';
is scalar(() = $httpd->log =~ /PERSIST5008/g), 2, 'that is all';

is $slow->persistd, $slow_one, 'who was only slow is not replaced';
is $frozen->persistd, $frozen_one, 'nor who was suspended with httpd';
unlike $_->log, qr/PERSIST5008/, 'and nothing is logged' for $slow, $frozen;
is_deeply [map { $_->who->{pid} } $slow, $frozen], [$same, $kept],
    'they have their workers';

for my $server ($httpd, $slow, $frozen) {
    ok $server->stop, 'httpd stops';
    is_deeply [$server->runtime_files], [], 'and leaves no file';
}

done_testing;
