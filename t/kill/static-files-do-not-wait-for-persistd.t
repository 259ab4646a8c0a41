# SPDX-License-Identifier: Apache-2.0
# persistd hangs, and many visitors ask for a script that has no worker yet.
use v5.30;
use warnings;
use IO::Select;
use List::Util 'max';
use POSIX ();
use Persist::Httpd;
use Persist::Process 'descriptors';
use Persist::Wait qw(becomes wait_for);
use Test::More;
use Time::HiRes 'time';

use constant VISITORS => 50;

# Of the child that has the most.
sub descriptors_of {
    my ($most) = sort { $b <=> $a } map { descriptors($_) // 0 } $_[0]->children;
    return $most;
}

# The longest of some in a row; without end for an error.
sub slowest_static {
    my ($httpd) = @_;
    my $slowest = 0;
    for (1 .. 20) {
        my $since = time;
        my $answer = $httpd->get('/still.txt');
        return 'inf' if $answer->{status} != 200;
        my $took = time - $since;
        $slowest = $took if $took > $slowest;
    }
    return $slowest;
}

# Each leaves with its answer: who stays holds a thread. Prints "asked" and the
# statuses.
sub visit {
    my ($httpd) = @_;
    my @waiting = map { $httpd->open_request('/cold.py') } 1 .. VISITORS;
    local $| = 1;
    print "asked\n";
    my $select = IO::Select->new(map { $_->{socket} } @waiting);
    while (my @ready = $select->can_read(60)) {
        for my $socket (@ready) {
            sysread $socket, my $head, 4096;
            print $head =~ /^HTTP\/1.1 (\d+)/ ? "$1\n" : "cut\n";
            $select->remove($socket);
            shutdown $socket, 2;
        }
    }
}

# Seconds that each of the visitors has taken of a thread of httpd.
sub times_of_visitors {
    my ($httpd) = @_;
    return map { m{^/cold\.py (\d+)$} ? $1 / 1e6 : () } split /\n/,
        Persist::Httpd::slurp("$httpd->{root}/times");
}

# { static => the longest of static ones while VISITORS ask, longest => of these,
# count => { status => how many } }
sub crowd {
    my ($httpd) = @_;
    my $before = times_of_visitors($httpd);
    my $pid = open(my $said, '-|') // die $!;
    if (!$pid) {
        visit($httpd);
        close STDOUT;
        POSIX::_exit(0);
    }
    <$said>; # they have asked
    my $static = slowest_static($httpd);
    my %count;
    while (my $status = <$said>) {
        chomp $status;
        $count{$status}++;
    }
    close $said;
    my @times;
    wait_for { @times = times_of_visitors($httpd); @times >= $before + VISITORS };
    return { static => $static, count => \%count,
        longest => max(@times[$before .. $#times]) };
}

# As many threads as visitors.
sub start {
    my $httpd = Persist::Httpd->new(conf => <<'END')->start;
PersistWorkers 0 1
MaxRequestWorkers 50
<IfModule mpm_prefork_module>
    StartServers 50
    MaxSpareServers 50
</IfModule>
LogFormat "%U %D" times
CustomLog ROOT/times times
END
    symlink "$httpd->{root}/site/app.py", "$httpd->{root}/site/cold.py" or die $!;
    open my $still, '>', "$httpd->{root}/site/still.txt" or die $!;
    close $still;
    return $httpd;
}

# Who asks persistd waits for it for two seconds and more, each time: until it is
# known to hang. On a slow machine everything takes longer than a second.
sub waits { my ($crowd) = @_; return $crowd->{static} >= max(1, $crowd->{longest} / 2) }
sub is_good { my ($unknown, $known) = @_;
    return !waits($unknown) && $known->{static} < 1 && $known->{longest} < 2 }

# A slow machine gets some chances to be quick. From the second one on httpd's parent
# stands still as well: it would replace persistd before both crowds have been there.
my ($httpd, $pid, $before, $old, $unknown, $known);
for my $chance (1 .. 5) {
    $httpd = start();
    $pid = $httpd->who->{pid};
    $before = descriptors_of($httpd);
    $old = $httpd->persistd;
    kill 'STOP', $chance > 1 ? $httpd->{pid} : (), $old;
    $unknown = crowd($httpd);
    $known = crowd($httpd);
    my $good = is_good($unknown, $known) && ($httpd->persistd // 0) == $old;
    kill 'CONT', $httpd->{pid};
    last if $good || $chance == 5;
    kill 'CONT', $old;
    $httpd->stop;
}
ok !waits($unknown), 'static files do not wait for a persistd that hangs'
    or diag explain $unknown;
is_deeply $unknown->{count}, { 503 => VISITORS },
    'those who want a new worker get 503';
ok $httpd->wait_log(qr/PERSIST3004: .*cold\.py/), 'with its code';
is $httpd->who->{pid}, $pid, 'others are served';
cmp_ok $known->{longest}, '<', 2, 'when it is known to hang, nobody waits long';
cmp_ok $known->{static}, '<', 1, 'static files least of all';
is_deeply $known->{count}, { 503 => VISITORS }, 'the others are refused';

becomes { ($httpd->persistd // $old) != $old } 'it is replaced', 90;
ok $httpd->wait_log(qr/PERSIST5008: .*pid $old\) does not answer/),
    'as it did not answer';
becomes { $httpd->get('/cold.py')->{status} == 200 } 'then the script starts';
is $httpd->status->{waiting} // 0, 0, 'nobody counts as waiting any more';
# Each has at most one more to either worker.
becomes { descriptors_of($httpd) <= $before + 2 } 'nor does a descriptor stay';
ok $httpd->stop, 'httpd stops';
is_deeply [$httpd->runtime_files], [], 'and leaves no file';

done_testing;
