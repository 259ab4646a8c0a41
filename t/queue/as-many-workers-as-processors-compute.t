# SPDX-License-Identifier: Apache-2.0
# Requests that only compute share as many workers as there are processors.
# Those that wait for something else have a worker each.
use v5.30;
use warnings;
use JSON::PP 'decode_json';
use Persist::Httpd;
use Persist::Wait qw(becomes wait_for);
use Test::More;

my ($processor) = Persist::Httpd::slurp('/proc/self/status') =~
    /^Cpus_allowed_list:\s*(\d+)/m;
plan skip_all => 'taskset is needed' if system("taskset -pc $$ >&2") != 0;

my $httpd = Persist::Httpd->new(conf => <<'END')->start;
LogLevel info persist:trace2
PersistWorkers 4 4
END
$httpd->who;
wait_for { (my @all = $httpd->workers) == 4 } or BAIL_OUT('four workers');

# So there is one processor, however many this machine has.
system("taskset -pc $processor @{[$httpd->persistd]} >&2");

# What persistd has judged, after some more requests. It judges by one in 16, and
# by no fewer than 16 of these.
sub together {
    my ($page) = @_;
    $httpd->get("/app.py/$page") for 1 .. 300;
    return $httpd->status->{pools}[0]{together};
}

# Two requests at the same time: the workers that answer, or none if the second
# one was sent when the first was over.
sub both {
    my ($page) = @_;
    $httpd->who for 1 .. 25;
    my $before = length $httpd->log;
    my @requests = map { $httpd->open_request("/app.py/$page") } 1, 2;
    my @pids = map { decode_json($_->response->{body})->{pid} } @requests;
    my ($early) = split /: RESPONSE, /, substr $httpd->log, $before;
    return (() = $early =~ /leased slot/g) == 2 ? @pids : ();
}

sub is_shared {
    my ($first, $second) = both(@_);
    return $first && $first == $second;
}

sub is_apart {
    my ($first, $second) = both(@_);
    return $first && $first != $second;
}

becomes { together('compute?ms=0') == 1 } 'one worker at a time computes';
becomes { is_shared('compute?ms=2') } 'two requests share it';
becomes { together('work?ms=1') == 0 } 'of those that sleep any number runs';
becomes { is_apart('work?ms=30') } 'each has a worker of its own';

ok $httpd->stop, 'httpd stops';
is_deeply [$httpd->runtime_files], [], 'and leaves no file';

done_testing;
