# SPDX-License-Identifier: Apache-2.0
# httpd stops while persistd stands still.
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Process 'mapped_files';
use Persist::Wait qw(becomes wait_for);
use Test::More;
use Time::HiRes 'time';

$ENV{PERSIST_DUMPABLE} = 1; # for a look into persistd

# PersistStopTimeout is 5 s in these tests; the others are for a slow machine.
use constant WITHIN => 5 + 19;

# Returns how long it takes until nothing is left, 0 for never.
sub stopped {
    my ($httpd, $signal) = @_;
    my $since = time;
    kill $signal, $httpd->{pid};
    wait_for { !$httpd->processes } or return 0;
    return time - $since;
}

sub leaves_nothing {
    my ($name, $signal, $prepare) = @_;
    my $httpd = Persist::Httpd->new->start;
    ok $httpd->who->{pid}, "$name: there is a worker";
    my $held = $prepare->($httpd);
    my @shared = grep { m{^/dev/shm/} } mapped_files($httpd->persistd);
    kill 'STOP', $httpd->persistd;
    my $time = stopped($httpd, $signal);
    ok $time, 'no process is left';
    cmp_ok $time, '<=', WITHIN, 'in time';
    is_deeply [$httpd->runtime_files], [], 'no file';
    is scalar @shared, 1, 'there was a table';
    ok !-e $shared[0], 'and is no more';
}

leaves_nothing($_, $_, sub { }) for 'TERM', 'WINCH';
leaves_nothing('TERM and a worker that hangs, too', 'TERM', sub {
    my $held = $_[0]->hold('/app.py');
    kill 'STOP', $held->{worker};
    return $held;
});

# It stops, and then stops to.
my $httpd = Persist::Httpd->new->start;
my $held = $httpd->hold('/app.py');
kill 'STOP', $held->{worker};
my $since = time;
kill 'TERM', $httpd->{pid};
ok $httpd->wait_log(qr/stopping: told by httpd/), 'persistd stops';
kill 'STOP', $httpd->persistd;
becomes { !$httpd->processes } 'nothing is left when it hangs meanwhile', 20;
cmp_ok time - $since, '<=', WITHIN + 1, 'in time';
is_deeply [$httpd->runtime_files], [], 'and no file';

done_testing;
