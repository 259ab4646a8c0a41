# SPDX-License-Identifier: Apache-2.0
# persistd hangs, and many visitors ask for a script that has no worker yet.
use v5.30;
use warnings;
use IO::Select;
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

# Answers to VISITORS, by status, with the longest of static ones meanwhile.
sub crowd {
    my ($httpd) = @_;
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
    return ($static, %count);
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
END
    symlink "$httpd->{root}/site/app.py", "$httpd->{root}/site/cold.py" or die $!;
    open my $still, '>', "$httpd->{root}/site/still.txt" or die $!;
    close $still;
    return $httpd;
}

# A slow machine gets three chances to be quick.
my ($httpd, $pid, $before, $old, $static, %count);
for (1 .. 3) {
    $httpd = start();
    $pid = $httpd->who->{pid};
    $before = descriptors_of($httpd);
    $old = $httpd->persistd;
    kill 'STOP', $old;
    ($static, %count) = crowd($httpd);
    last if $static < 1 || $_ == 3;
    kill 'CONT', $old;
    $httpd->stop;
}
cmp_ok $static, '<', 1, 'static files do not wait for a persistd that hangs';
is_deeply \%count, { 503 => VISITORS }, 'those who want a new worker get 503';
ok $httpd->wait_log(qr/PERSIST3004: .*cold\.py/), 'with its code';
is $httpd->who->{pid}, $pid, 'others are served';

# Who asks persistd waits for two seconds, each time. A slow machine gets a second
# chance to be quicker.
my $took;
for (1 .. 2) {
    my $since = time;
    ($static, %count) = crowd($httpd);
    $took = time - $since;
    last if $took < 2 && $static < 1;
}
cmp_ok $took, '<', 2, 'when it is known to hang, nobody waits long';
cmp_ok $static, '<', 1, 'static files least of all';
is_deeply \%count, { 503 => VISITORS }, 'the others are refused';

becomes { ($httpd->persistd // $old) != $old } 'it is replaced', 40;
ok $httpd->wait_log(qr/PERSIST5008: .*pid $old\) does not answer/),
    'as it did not answer';
becomes { $httpd->get('/cold.py')->{status} == 200 } 'then the script starts';
is $httpd->status->{waiting} // 0, 0, 'nobody counts as waiting any more';
# Each has at most one more to either worker.
becomes { descriptors_of($httpd) <= $before + 2 } 'nor does a descriptor stay';
ok $httpd->stop, 'httpd stops';
is_deeply [$httpd->runtime_files], [], 'and leaves no file';

done_testing;
