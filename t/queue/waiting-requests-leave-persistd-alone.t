# SPDX-License-Identifier: Apache-2.0
# Requests that wait for long have nothing new to tell persistd, however many
# they are.
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Process;
use Persist::Wait 'becomes';
use Test::More;
use Time::HiRes qw(sleep time);

plan skip_all => 'needs more threads than prefork has'
    if $ENV{PERSIST_T_MPM} eq 'prefork';

use constant WAITING => 50;
use constant SECONDS => 1;

my $httpd = Persist::Httpd->new(conf => <<'END')->start;
StartServers 1
ServerLimit 1
ThreadsPerChild 60
MaxRequestWorkers 60
MinSpareThreads 1
PersistWorkers 1 1
PersistQueue 100 300s
PersistCeiling QueueTotal 60
END

# How often it has gone to sleep, so how often it was woken.
sub sleeps {
    Persist::Process::slurp('/proc/' . $httpd->persistd . '/status')
        =~ /^voluntary_ctxt_switches:\s+(\d+)/m or die 'no persistd';
    return $1;
}

my $held = $httpd->hold('/app.py');
my @waiting = map { $httpd->open_request('/app.py/who') } 1 .. WAITING;
becomes { $httpd->status->{pools}[0]{waiting} == WAITING } 'requests wait';
my ($before, $since) = (sleeps(), time);
sleep SECONDS;
# One reminder of the child's in 0.2 s, and its own clock's looks.
my $woken = int((sleeps() - $before) / (time - $since));
cmp_ok $woken, '<', WAITING / 2, "and hardly wake persistd ($woken times a second)";
becomes { sleeps() - $before >= 5 } 'but one of them does';

$httpd->release($held);
is $held->{http}->response->{status}, 200, 'the worker is free again';
is scalar(grep { $_->response->{status} == 200 } @waiting), WAITING,
    'all of them are answered';
ok $httpd->stop, 'httpd stops';
done_testing;
