# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use JSON::PP 'decode_json';
use Persist::Httpd;
use Persist::Process qw(descriptors is_alive);
use Persist::Wait qw(becomes wait_for);
use Test::More;

$ENV{PERSIST_DUMPABLE} = 1; # for a look into persistd

# Each child that has served keeps one connection: so one child.
my $httpd = Persist::Httpd->new(conf => <<'END')->start;
PersistWorkers 0 1
<IfModule !mpm_prefork_module>
    StartServers 1
    MaxRequestWorkers 25
    MinSpareThreads 25
    MaxSpareThreads 25
</IfModule>
<IfModule mpm_prefork_module>
    StartServers 1
    MinSpareServers 1
    MaxSpareServers 1
    MaxRequestWorkers 1
</IfModule>
END

# Requests that are too long for the worker to get another one meanwhile: that
# would open a connection of another unit, of which there may be eight.
sub who {
    my $answer = $httpd->get('/app.py/work?ms=20');
    return $answer->{status} == 200 ? decode_json $answer->{body} : {};
}

# Everything that opens something, once. The worker is killed last: when there
# is another, persistd has accepted the connection of the child that asked for
# it, which it need not have done when a new child answers.
sub round {
    my @children = $httpd->children;
    kill 'KILL', @children;
    wait_for { !grep { is_alive($_) } @children };
    wait_for { who()->{pid} };
    $httpd->graceful;
    my $worker;
    wait_for { $worker = who()->{pid} };
    $httpd->get('/persist-status?json');
    $httpd->get('/app.py/body?ms=20', method => 'POST', body => 'x' x 100_000);
    kill 'KILL', $worker;
    wait_for { !is_alive($worker) };
    wait_for { who()->{pid} };
}

sub kill_persistd {
    my $old = $httpd->persistd;
    kill 'KILL', $old;
    wait_for { ($httpd->persistd // $old) != $old };
    wait_for { who()->{pid} && $httpd->status };
}

sub count {
    return {
        parent => descriptors($httpd->{pid}),
        persistd => descriptors($httpd->persistd),
        worker => descriptors(($httpd->workers)[0]),
    };
}

# Connections of children that have gone close a moment later.
sub settles {
    my ($before, $name) = @_;
    my $after;
    my $settled = wait_for {
        $after = count();
        !grep { $after->{$_} > $before->{$_} } keys %$before;
    };
    ok $settled, $name or diag explain [$before, $after];
}

kill_persistd();
round();
my $first = count();
round() for 1 .. 5;
settles($first, 'kills and gracefuls cost no descriptor');
kill_persistd() for 1 .. 3;
settles($first, 'and neither does a persistd that is killed');
is scalar(() = $httpd->workers), 1, 'there is one worker';

ok $httpd->stop, 'httpd stops';
done_testing;
