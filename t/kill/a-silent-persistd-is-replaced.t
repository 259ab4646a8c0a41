# SPDX-License-Identifier: Apache-2.0
# persistd dies while httpd waits in vain for its answer to new settings.
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Rest 'replace_persistd';
use Persist::Wait qw(becomes wait_for STOPPED);
use Test::More;
use Time::HiRes 'time';

my $conf = "PersistWorkers 0 1\n";

# Stopped, it is not there for httpd at a graceful.
sub silence {
    my ($httpd) = @_;
    my $old = $httpd->persistd;
    kill 'STOP', $old;
    ok $httpd->graceful, 'a graceful comes while persistd is stopped';
    ok $httpd->wait_log(qr/pid $old\) has not said in time/), 'httpd says so';
    return $old;
}

# Kills it, and says whether another one is there well before the ten seconds of the
# monitor hook.
sub is_replaced_soon {
    my ($httpd, $old) = @_;
    my $since = time;
    kill 'KILL', $old;
    wait_for { ($httpd->persistd // $old) != $old } or return 0;
    return time - $since < 5;
}

# Until it was so; a slow machine has some tries. Each begins when persistd has just
# been replaced: if the hook alone did that, the hook would be some seconds away.
sub soon(&$) {
    my ($try, $name) = @_;
    my $soon = 0;
    for (1 .. 10) {
        last if $soon = $try->();
    }
    ok $soon, $name;
}

my $httpd = Persist::Httpd->new(conf => $conf)->start;
my $pid = $httpd->who->{pid};
replace_persistd($httpd);
soon {
    my $old = silence($httpd);
    is $httpd->who->{pid}, $pid, 'and serves with the worker that is there';
    is_replaced_soon($httpd, $old);
} 'killed, it is replaced soon';
is $httpd->who->{pid}, $pid, 'by one that has the same worker';
unlike $httpd->log, qr/:emerg|PERSIST5005/, 'its end is no failed start';
ok $httpd->stop, 'httpd stops';

$httpd = Persist::Httpd->new(conf => $conf)->start;
$httpd->who;
kill 'KILL', silence($httpd);
kill 'TERM', $httpd->{pid};
# Workers that nobody stops end after half a minute.
becomes { !$httpd->processes }
    'killed right before a stop, it leaves no worker', STOPPED;
is_deeply [$httpd->runtime_files], [], 'and no file';

# In the middle of the graceful itself.
$httpd = Persist::Httpd->new(conf => $conf)->start;
$pid = $httpd->who->{pid};
my $old;
replace_persistd($httpd);
soon {
    my $gracefuls = () = $httpd->log =~ /graceful restart/gi;
    $old = $httpd->persistd;
    kill 'STOP', $old;
    kill 'USR1', $httpd->{pid};
    becomes { $gracefuls < (() = $httpd->log =~ /graceful restart/gi) }
        'a graceful comes';
    is_replaced_soon($httpd, $old);
} 'persistd dies during it, and is replaced soon';
is $httpd->who->{pid}, $pid, 'and the worker is kept';
ok $httpd->wait_log(qr/persistd \(pid $old, .* has ended/),
    'the log says so';
unlike $httpd->log, qr/:emerg|PERSIST5005/, 'and speaks of no failed start';
ok $httpd->stop, 'httpd stops';
is_deeply [$httpd->runtime_files], [], 'and leaves no file';

done_testing;
