# SPDX-License-Identifier: Apache-2.0
# The time that a request waits at a busy worker counts as time in the queue. One
# that is taken back from there shortens no other one's time.
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Process 'is_alive';
use Persist::Wait qw(becomes wait_for);
use Test::More;
use Time::HiRes qw(sleep time);

use constant {
    LEASED => qr/leased slot/,
    QUEUED => qr/waits in the queue of pool/,
    BACK   => qr/is taken back from slot/,
};

# Seconds that a request of /hardN.py may take. Where a machine is too slow for the
# first ones, the next one counts.
my @hards = (2, 8, 32);
my $hards = join '', map { <<"END" } @hards;
<Location /hard$_.py>
    PersistRequestTimeout off ${_}s
</Location>
END

my $httpd = Persist::Httpd->new(conf => $hards . <<'END')->start;
LogLevel info persist:trace2
PersistWorkers 1 1
<LocationMatch "/token$">
    PersistQueue 5 300ms
</LocationMatch>
LogFormat "%U worker=%{persist-worker}n queue=%{persist-queue}n service=%{persist-service}n took=%D" times
CustomLog ROOT/times times
END

system('cp', "$httpd->{root}/site/app.py", "$httpd->{root}/site/hard$_.py") == 0
    or die 'cp' for @hards;

# How often the log has such a line.
sub lines { scalar(() = $httpd->log =~ /$_[0]/g) }

# The notes of that many requests to the page are in the log; those of the last.
sub times_of {
    my ($page, $count) = @_;
    my @lines;
    wait_for {
        @lines = grep { /^\Q$page\E / } split /\n/,
            Persist::Httpd::slurp("$httpd->{root}/times");
        return @lines >= $count;
    };
    return { $lines[-1] =~ /(\w+)=(\S+)/g };
}

# A request that the worker has, and another one, at the end of the first: true if
# that was sent to the worker before the first one was answered, and was not taken
# back. It was if it came in time, and did not look for the second time.
sub follows {
    $httpd->who for 1 .. 25;
    my $before = length $httpd->log;
    my $first = $httpd->hold('/app.py');
    my $second = $httpd->open_request('/app.py/status?code=200');
    $httpd->release($first);
    $_->response for $first->{http}, $second;
    my ($both) = split /: RESPONSE, /, substr $httpd->log, $before;
    return (() = $both =~ /@{[LEASED]}/g) == 2 && $both !~ BACK;
}

my $longs = 0;

# A request that stays in its worker, and in the work behind its response; while
# it is there another one is sent to that worker, and taken back.
sub long_and_other {
    my ($script, $page) = @_;
    my $file = "$httpd->{root}/long" . ++$longs;
    $httpd->get($script) for 1 .. 25;
    my $begun = time;
    my $http = $httpd->open_request("$script/hold-after?file=$file");
    wait_for { -e "$file.in" } or die 'the request did not arrive';
    my ($sent, $queued, $back) = map { lines($_) } LEASED, QUEUED, BACK;
    my %long = (http => $http, file => $file, begun => $begun,
        worker => Persist::Httpd::slurp("$file.in"));
    my $other = $httpd->open_request("$script$page");
    wait_for { lines(LEASED) > $sent || lines(QUEUED) > $queued };
    return (\%long, $other) if lines(LEASED) > $sent && wait_for { lines(BACK) > $back };
    finish(\%long);
    $other->response;
    return;
}

# Ends the long request, and the work behind it.
sub finish {
    my ($long) = @_;
    open my $end, '>', "$long->{file}.end" or die $!;
    $httpd->release($long);
    return status_of($long->{http});
}

sub status_of { ($_[0]->response // {})->{status} // 0 }

my $tries = 0;
becomes { $tries++; follows() } 'a request is run behind another one';
my $times = times_of('/app.py/status', $tries);
cmp_ok $times->{queue}, '>', 0, 'its time at the worker is time in the queue';
cmp_ok $times->{queue} + $times->{service}, '<=', $times->{took}, 'and not more';

my ($long, $other);
wait_for { ($long, $other) = long_and_other('/app.py', '/token') }
    or BAIL_OUT('no request was sent to a busy worker');
is $other->response->{status}, 503, 'one that waits too long is refused';
is times_of('/app.py/token', $longs)->{worker}, '-', 'and has had no worker';
is finish($long), 200, 'the long request ends';

# The work behind the response has its own time: it ends as long after the answer as
# the request might have taken, and not as long after its begin.
my ($status, $took, $hard);
for (@hards) {
    $hard = $_;
    wait_for { ($long, $other) = long_and_other("/hard$hard.py", '') }
        or BAIL_OUT('no request was sent to a busy worker');
    # What is measured, so there is no event to wait for.
    my $left = $long->{begun} + 0.75 * $hard - time;
    sleep $left if $left > 0;
    $httpd->release($long);
    $status = status_of($long->{http});
    my $answered = time;
    wait_for { !is_alive($long->{worker}) } or last;
    $took = time - $answered;
    last if $status == 200 && $took > $hard / 2;
    $other->response;
}
is $status, 200, 'the long request is answered';
ok !is_alive($long->{worker}), 'its worker is busy for too long after that';
cmp_ok $took, '>', $hard / 2, 'and is killed then, not before';
is $other->response->{status}, 200, 'the other request runs on the next one';
ok $httpd->stop, 'httpd stops';

done_testing;
