# SPDX-License-Identifier: Apache-2.0
# An asynchronous worker: one process and one thread with hundreds of requests.
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Wait 'becomes';
use Test::More;

# Each request holds a thread of httpd, or a child of prefork.
my $prefork = $ENV{PERSIST_T_MPM} eq 'prefork';
my $count = $prefork ? 20 : 300;

# Few descriptors: the worker needs more than its parents have.
my $httpd = Persist::Httpd->new(
    under => ['prlimit', '--nofile=200:4096'], conf => <<'END')->start;
PersistWorkers 0 1
PersistConcurrency 1024
PersistQueue 1000 300s
PersistCeiling QueueTotal 1000
<IfModule !mpm_prefork_module>
    ServerLimit 8
    StartServers 8
    ThreadsPerChild 50
    MaxRequestWorkers 400
    MaxSpareThreads 400
</IfModule>
END

# POST is not run again when its worker dies.
sub hold {
    my ($path) = @_;
    return map {
        $httpd->open_request("/raw/many.py$path", method => 'POST', body => '')
    } 1 .. $count;
}

my %bodies;
for (1 .. 2) {
    $bodies{ ($_->response // { body => 'none' })->{body} }++
        for hold("/held?$count");
}
is scalar keys %bodies, 1, 'one worker answers all requests, twice';
my ($body) = keys %bodies;
like $body, qr/^\d+ answers $count, may open \d+$/,
    "which were with it at a time";
cmp_ok +($body =~ /open (\d+)/)[0], '>=', 1024 + 16,
    'it may open as many descriptors as it needs';

# A request that has not reached the worker yet would be run by the next one.
# The file still has the count of the last round.
unlink "$httpd->{root}/held" or die $!;
my @held = hold('/held?9999');
becomes { Persist::Httpd::slurp("$httpd->{root}/held") eq $count }
    'the worker has them all';
# (A thread of httpd may still have the unit of a request that has been answered.)
becomes { busy() == $count } 'the status page counts the busy units';
$httpd->get('/raw/many.py/die', method => 'POST', body => '');
is_deeply [grep { $_->response->{status} != 502 } @held], [],
    'when it dies all of its requests get an answer';
my @next = hold("/held?$count");
is_deeply [grep { $_->response->{status} != 200 } @next], [],
    'and the next worker has as many';

sub busy {
    my $status = $httpd->status or return -1;
    my ($pool) = grep { $_->{script} =~ /many\.py/ } $status->{pools}->@*;
    my $busy = 0;
    $busy += $_->{busy} for ($pool->{workers} // [])->@*;
    return $busy;
}

ok $httpd->stop, 'httpd stops';
done_testing;
