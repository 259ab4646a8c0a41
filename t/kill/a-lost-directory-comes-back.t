# SPDX-License-Identifier: Apache-2.0
# Something cleans up below PersistRuntimeDir.
use v5.30;
use warnings;
use File::Path 'remove_tree';
use Persist::Ctl 'ctl';
use Persist::Httpd;
use Persist::Load qw(load_begin load_stop);
use Persist::Process 'is_alive';
use Persist::Wait qw(becomes wait_for STOPPED);
use Test::More;
use Time::HiRes 'time';

# persistd and httpd's parent look once a second, a child asks again after one.
# A loaded machine gets more, but less than it takes until workers that nobody
# stops end.
my $soon = STOPPED;

my $httpd = Persist::Httpd->new(conf => "PersistWorkers 0 2\n")->start;

sub instance { (glob "$httpd->{root}/r/*")[0] }

# Each child has to fail a request to ask again, and of those on prefork there are
# forty. So it is not time alone that decides: a loaded machine gets as many tries
# as another.
my $tries = 300;

sub all_answer {
    my ($ok, $tried, $since) = (0, 0, time);
    wait_for {
        my $row = 0;
        $row++ while $row < 20 && $httpd->who->{pid};
        $ok = $row == 20 && !$httpd->without_table;
        $ok || ++$tried > $tries && time > $since + $soon;
    } 120;
    return $ok;
}

sub recovers {
    my ($name, @old) = @_;
    my $since = time;
    becomes { !grep { is_alive($_) } @old } "$name: the old workers end", $soon;
    ok all_answer(), 'every child answers again';
    diag sprintf '%s: %.1f s', $name, time - $since if $ENV{PERSIST_T_LONG};
    my %seen = map { $_ => 1 } @old;
    ok !(grep { $seen{$_} } $httpd->workers), 'by new workers';
}

# How many its script has had.
sub requests {
    my ($pool) = (($httpd->status // {})->{pools} // [])->@*;
    return ($pool // {})->{requests} // 0;
}

# While requests run; each answer repeats its request's token.
sub under_load {
    my ($name, $do) = @_;
    my $can = -x Persist::Load::client();
    $httpd->who;
    my @old = $httpd->workers;
    my $load = $can && load_begin('-p', $httpd->{port}, '-c', 8, '-s', 600,
        '/app.py/token');
    my $before = requests();
    wait_for { requests() > $before + 50 } if $load;
    my %old = map { $_ => 1 } @old, $httpd->workers; # under load there is another
    $do->();
    # Until a new one answers, whatever becomes of requests that run meanwhile.
    wait_for { grep { !$old{$_} } $httpd->who->{pid} // () } if $load;
    my $seen = $load && load_stop($load);
    SKIP: {
        skip 'the load client needs libnghttp2', 2 if !$seen;
        is $seen->{mixed}, 0, "$name under load: no answer is another one's";
        cmp_ok $seen->{answered}, '>', 50, 'and there were answers';
    }
    recovers("$name under load", @old);
}

# As long as the persistd that lives there can tell.
my %loss = (
    'owners.lock' => sub { unlink instance() . '/p/owners.lock' or die $! },
    'owners.lock, replaced' => sub {
        my $path = instance() . '/p/owners.lock';
        open my $new, '>', "$path.new" or die $!;
        rename "$path.new", $path or die $!;
    },
    'persistd.lock' => sub { unlink instance() . '/p/persistd.lock' or die $! },
    'the private directory' => sub { remove_tree(instance() . '/p') },
    'the directory' => sub { remove_tree(instance()) },
    'PersistRuntimeDir' => sub { remove_tree("$httpd->{root}/r") });

under_load('owners.lock', $loss{'owners.lock'});
ok $httpd->wait_log(qr/PERSIST5001: .*owners\.lock has been removed/),
    'the log says what has gone';
# One MPM is enough for each of them.
my $short = $ENV{PERSIST_T_MPM} ne 'event' && !$ENV{PERSIST_T_LONG};
for my $name ($short ? 'PersistRuntimeDir' : sort keys %loss) {
    $httpd->who;
    my @old = $httpd->workers;
    $loss{$name}->();
    recovers($name, @old);
}

# It is killed before it can tell: the next one must not take the locks of
# httpd's children for free.
for my $name ($short ? 'owners.lock, replaced' :
    ('owners.lock', 'owners.lock, replaced', 'persistd.lock')) {
    under_load("$name and persistd", sub {
        my $persistd = $httpd->persistd;
        kill 'STOP', $persistd;
        $loss{$name}->();
        kill 'KILL', $persistd;
    });
}

# A request that runs meanwhile ends where it began, and holds nobody up longer
# than that.
sub stops { scalar(() = $httpd->log =~ /stopping: without its directory/g) }
my ($held, $stops) = ($httpd->hold('/app.py'), stops());
unlink instance() . '/p/owners.lock' or die $!;
becomes { stops() > $stops } 'persistd ends';
$httpd->release($held);
is $held->{http}->response->{status}, 200, 'a running request is answered';
recovers('owners.lock beside a request', $held->{worker});

# Sockets hold no lock.
my @old = $httpd->workers;
my $persistd = $httpd->persistd;
for my $name ('admin', 'p/http') {
    my $path = instance() . "/$name";
    unlink $path or die $!;
    becomes { -S $path } "the socket $name is bound again";
}
# A socket is bound before it listens.
becomes { ctl($httpd, 'status')->{status} == 0 } 'persistctl is answered';
becomes { $httpd->status } 'and so is httpd';
ok !(grep { !is_alive($_) } @old), 'the workers live on';
is $httpd->persistd, $persistd, 'and so is persistd';

# A worker that new connections can't reach is replaced.
unlink glob instance() . '/p/w.*';
ok $httpd->graceful, 'the children are new, and have no connections';
becomes {
    my $new = $httpd->who->{pid};
    $new && !grep { $_ == $new } @old;
} 'a worker without its socket is replaced', $soon;

ok $httpd->stop, 'httpd stops';
is_deeply [$httpd->runtime_files], [], 'and leaves no file';

done_testing;
