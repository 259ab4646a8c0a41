# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Process 'mapped_files';
use Persist::Wait qw(becomes STOPPED);
use Test::More;

$ENV{PERSIST_DUMPABLE} = 1; # for a look into persistd

for my $signal ('TERM', 'WINCH') {
    for my $killed (0, 1) {
        my $httpd = Persist::Httpd->new->start;
        $httpd->who;
        my @shared = grep { m{^/dev/shm/} } mapped_files($httpd->persistd);
        is scalar @shared, 1, 'there is one table';
        is scalar(() = $httpd->persistds), 1, 'one persistd';
        ok scalar $httpd->lookers, 'and its lookers';
        kill 'KILL', $httpd->persistd if $killed;
        my $when = $killed ? 'right after the kill of persistd' : 'at leisure';
        ok $httpd->stop($signal), "$signal $when leaves no process";
        is_deeply [$httpd->runtime_files], [], 'no file';
        ok !-e $shared[0], 'and no table';
    }
}

# A request in its worker: TERM cuts it, and a worker that doesn't listen to anybody is
# no hindrance. Each of them ends by PersistStopTimeout, so both do it at a time.
my @ends = map {
    my $httpd = Persist::Httpd->new(conf => "PersistStopTimeout 2\n")->start;
    +{ httpd => $httpd, held => $httpd->hold('/app.py'), what => $_ };
} 'in mid-request', 'where a worker is stopped';
kill 'STOP', $ends[1]{held}{worker};
kill 'TERM', $_->{httpd}{pid} for @ends;
for my $end (@ends) {
    becomes { !$end->{httpd}->processes }
        "TERM $end->{what} leaves no process", STOPPED;
    is_deeply [$end->{httpd}->runtime_files], [], 'and no file';
}

# WINCH lets it end.
my $httpd = Persist::Httpd->new(conf => "PersistStopTimeout 60\n")->start;
my $held = $httpd->hold('/app.py');
kill 'WINCH', $httpd->{pid};
becomes { !$httpd->answers } 'after WINCH nobody listens any more';
$httpd->release($held);
is $held->{http}->response->{status}, 200, 'the request is answered';
ok $httpd->stop, 'then everything ends';
is_deeply [$httpd->runtime_files], [], 'without a trace';

done_testing;
