# SPDX-License-Identifier: Apache-2.0
# httpd stops while persistd stands still.
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Process 'mapped_files';
use Persist::Wait qw(becomes STOPPED);
use Test::More;
use Time::HiRes 'time';

$ENV{PERSIST_DUMPABLE} = 1; # for a look into persistd

# PersistStopTimeout is 5 s in these tests; the others are for a slow machine.
use constant WITHIN => 5 + 19;

# Begins to stop a server whose persistd stands still from then on.
sub begin {
    my ($name, $signal, $prepare) = @_;
    my $httpd = Persist::Httpd->new->start;
    ok $httpd->who->{pid}, "$name: there is a worker";
    my $held = $prepare->($httpd);
    my @shared = grep { m{^/dev/shm/} } mapped_files($httpd->persistd);
    is scalar @shared, 1, "$name: there is a table";
    kill 'STOP', $httpd->persistd;
    kill $signal, $httpd->{pid};
    return { name => $name, httpd => $httpd, held => $held, table => $shared[0],
        since => time };
}

sub leaves_nothing {
    my ($case) = @_;
    my ($name, $httpd) = $case->@{qw(name httpd)};
    becomes { !$httpd->processes } "$name: no process is left", STOPPED;
    cmp_ok time - $case->{since}, '<=', WITHIN, 'in time';
    is_deeply [$httpd->runtime_files], [], 'no file';
    ok !-e $case->{table}, 'and no table';
}

# It stops, and then stops to.
sub begin_and_hang {
    my $httpd = Persist::Httpd->new->start;
    my $held = $httpd->hold('/app.py');
    my ($table) = grep { m{^/dev/shm/} } mapped_files($httpd->persistd);
    kill 'STOP', $held->{worker};
    my $since = time;
    kill 'TERM', $httpd->{pid};
    ok $httpd->wait_log(qr/stopping: told by httpd/), 'persistd stops';
    kill 'STOP', $httpd->persistd;
    return { name => 'it hangs meanwhile', httpd => $httpd, held => $held,
        table => $table, since => $since };
}

# All of them at a time: each takes some seconds.
my @cases = (
    (map { begin($_, $_, sub { }) } 'TERM', 'WINCH'),
    begin('TERM and a worker that hangs, too', 'TERM', sub {
        my $held = $_[0]->hold('/app.py');
        kill 'STOP', $held->{worker};
        return $held;
    }),
    begin_and_hang());
leaves_nothing($_) for @cases;

done_testing;
