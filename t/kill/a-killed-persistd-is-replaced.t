# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Process 'is_alive';
use Persist::Wait qw(becomes wait_for);
use Test::More;
use Time::HiRes 'time';

my $httpd = Persist::Httpd->new(conf => "PersistWorkers 0 1\n")->start;
my $pid = $httpd->who->{pid};

# How long it takes until there is another one.
sub replacement_time {
    my $old = $httpd->persistd;
    kill 'KILL', $old;
    my $start = time;
    wait_for { ($httpd->persistd // $old) != $old } or return 'for ever';
    return time - $start;
}

# httpd looks once a second. The monitor hook, which comes ten seconds after it has
# replaced the one before, is not what is waited for. A slow machine has ten tries.
sub kill_persistd {
    my $took;
    for (1 .. 10) {
        $took = replacement_time();
        last if $took eq 'for ever' || $took < 8;
    }
    isnt $took, 'for ever', 'another persistd is there';
    cmp_ok $took, '<', 8, 'soon';
}

# Idle.
kill_persistd();
is $httpd->who->{pid}, $pid, 'the worker is the same';

# In mid-request.
my $held = $httpd->hold('/app.py');
is $held->{worker}, $pid, 'a request is in the worker';
kill_persistd();
$httpd->release($held);
is $held->{http}->response->{status}, 200, 'it is answered';
is $httpd->who->{pid}, $pid, 'the worker is the same';

# While there is none, warm pools serve.
kill 'STOP', $httpd->{pid};
kill 'KILL', my $old = $httpd->persistd;
becomes { !is_alive($old) } 'persistd is killed, and httpd can\'t see it';
is $httpd->who->{pid}, $pid, 'the warm worker answers';
kill 'CONT', $httpd->{pid};
becomes { $httpd->persistd } 'there is one again';

# What it adopted, it watches.
my $status = wait_for { $httpd->status };
like JSON::PP::encode_json($status // {}), qr/\b$pid\b/,
    'it knows the worker that it adopted';
kill 'KILL', $pid;
becomes { !is_alive($pid) } 'that one is killed';
my $next;
becomes { $next = $httpd->who->{pid}; $next && $next != $pid }
    'and replaced when a request comes';

# A new worker is asked for while there is no persistd: the request waits.
kill 'KILL', $httpd->workers;
kill 'KILL', $httpd->persistd;
is $httpd->get('/app.py')->{status}, 200,
    'a request that needs a worker waits for persistd';

ok $httpd->stop, 'httpd stops';
is_deeply [$httpd->runtime_files], [], 'and leaves no file';

done_testing;
