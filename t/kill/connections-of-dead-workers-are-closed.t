# SPDX-License-Identifier: Apache-2.0
# A child that nobody asks anything closes its connections to workers that have
# gone, be they killed or retired.
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Process;
use Persist::Wait 'becomes';
use Test::More;

# One child, so that it is known who has them.
my $httpd = Persist::Httpd->new(conf => <<'END')->start;
PersistWorkers 0 3
<Location /retires.py>
    PersistIdleTimeout 1s
</Location>
<IfModule !mpm_prefork_module>
    StartServers 1
    ServerLimit 1
    MaxRequestWorkers 25
    MinSpareThreads 1
    MaxSpareThreads 25
</IfModule>
<IfModule mpm_prefork_module>
    StartServers 1
    ServerLimit 1
    MinSpareServers 1
    MaxSpareServers 1
    MaxRequestWorkers 1
</IfModule>
END
my $most = $ENV{PERSIST_T_MPM} eq 'prefork' ? 1 : 3;
my ($child) = $httpd->children;
system('cp', map { "$httpd->{root}/site/$_" } 'app.py', 'retires.py') == 0
    or die 'cp';

# What it has connected of Unix sockets: to persistd, and to workers.
sub connections {
    my %connected = map { (split)[5] eq '03' ? ((split)[6], 1) : () }
        grep { !/^Num/ } split /\n/, Persist::Process::slurp('/proc/net/unix');
    return scalar grep { /^socket:\[(\d+)\]$/ && $connected{$1} }
        map { readlink($_) // '' } glob "/proc/$child/fd/*";
}

# So many workers at once, each with a request.
sub use_workers {
    my @held = map { $httpd->hold('/app.py') } 1 .. $most;
    $httpd->release($_) for @held;
    $_->{http}->response for @held;
    return map { $_->{worker} } @held;
}

becomes { connections() >= 1 } 'a child is connected to persistd';
my $without = connections();
my @workers = use_workers();
is connections(), $without + $most, 'and to each worker that it has used';
kill 'KILL', @workers;
becomes { connections() == $without } 'it closes those to killed ones';

@workers = use_workers();
is connections(), $without + $most, 'it uses others then';
my $held = $httpd->hold('/retires.py');
is connections(), $without + $most + 1, 'and one more, that cannot retire yet';
$httpd->release($held);
is $held->{http}->response->{status}, 200, 'its request ends';
becomes { connections() == $without + $most } 'it closes that one, too';
is $httpd->who->{pid} && connections(), $without + $most,
    'the others it keeps, and uses again';

ok $httpd->stop, 'httpd stops';
unlike $httpd->log, qr/exit signal/, 'and no child was killed';
done_testing;
