# SPDX-License-Identifier: Apache-2.0
# A worker with short requests gets the next one while it is busy. That one waits
# for nothing long, is not lost with its worker, and never runs twice.
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Load qw(load_begin load_end load_or_skip);
use Persist::Process 'is_alive';
use Persist::Wait qw(becomes wait_for);
use Test::More;
use Time::HiRes 'sleep';

use constant {
    LEASED  => qr/leased slot \d+, unit \d+,/,
    QUEUED  => qr/waits in the queue of pool/,
    BACK    => qr/is taken back from slot/,
    REQUEST => qr/REQUEST \d+, \d+ bytes of variables/,
};

load_or_skip();
my $httpd = Persist::Httpd->new(conf => <<'END')->start;
LogLevel info persist:trace2
PersistWorkers 1 1
END

my $ran = "$httpd->{root}/ran";
my $marks = 0;

# A POST that leaves a line when it runs.
sub post {
    my $mark = 'm' . ++$marks;
    my $http = $httpd->open_request("/app.py/ran?file=$ran&mark=$mark",
        method => 'POST', body => 'x');
    return { http => $http, mark => $mark };
}

sub runs {
    my ($post) = @_;
    return scalar grep { $_ eq $post->{mark} }
        split /\n/, Persist::Httpd::slurp($ran);
}

# How often the log has such a line.
sub lines { scalar(() = $httpd->log =~ /$_[0]/g) }

# The worker has a request that does not end, and another one was sent to it as
# well. Its other units are open while its requests are short: those of the last
# second in which there were any.
sub follow {
    my ($held, $post);
    wait_for {
        $httpd->who for 1 .. 25;
        $held = $httpd->hold('/app.py');
        my ($sent, $queued) = map { lines($_) } LEASED, QUEUED;
        $post = post();
        wait_for { lines(LEASED) > $sent || lines(QUEUED) > $queued };
        return 1 if lines(LEASED) > $sent;
        $httpd->release($held);
        $_->{http}->response for $held, $post;
        return 0;
    } or BAIL_OUT('no request was sent to a busy worker');
    return ($held, $post);
}

# The worker is busy for long: the request waits in the queue after all, and the
# worker drops it when it comes to it.
for my $round (1 .. 3) {
    my $back = lines(BACK);
    my ($held, $post) = follow();
    becomes { lines(BACK) > $back } 'a request is taken back from a busy worker';
    is runs($post), 0, 'where it has not begun';
    $httpd->release($held);
    is $held->{http}->response->{status}, 200, 'the long request ends';
    is $post->{http}->response->{status}, 200, 'the other one is answered';
    is runs($post), 1, 'and has run once';
}

# For how many milliseconds the last request that was taken back has been at its
# worker.
sub was_there {
    my $log = $httpd->log;
    my ($id) = $log =~ /.* request (\S+): @{[BACK]}/s or return;
    my @seconds = map {
        $log =~ /^\[\w+ \w+ \d+ (\d+):(\d+):([\d.]+) .* request \Q$id\E: $_/m;
        3600 * $1 + 60 * $2 + $3;
    } LEASED, BACK;
    return 1000 * ($seconds[1] - $seconds[0]);
}

# Where requests are short, it is not there for as long as a thread waits anyway.
my $was = 0;
becomes {
    my $back = lines(BACK);
    my ($held, $post) = follow();
    wait_for { lines(BACK) > $back };
    $httpd->release($held);
    $_->{http}->response for $held, $post;
    $was = was_there();
    return $was > 0 && $was < 45;
} 'the shorter requests are the sooner one is taken back' or diag "$was ms";

# So do several: each of them is in the queue in the end.
{
    my $queued = lines(QUEUED);
    my ($held, $post) = follow();
    my @posts = ($post, map { post() } 1 .. 4);
    becomes { lines(QUEUED) >= $queued + @posts } 'five requests wait in the queue';
    is runs($_), 0, 'none has begun' for @posts;
    $httpd->release($held);
    is $held->{http}->response->{status}, 200, 'the long request ends';
    for (@posts) {
        is $_->{http}->response->{status}, 200, 'one of them is answered';
        is runs($_), 1, 'and has run once';
    }
}

# It is not lost with the worker, which has not begun with it.
for my $ms (0, 5, 20, 45, 100) {
    my ($held, $post) = follow();
    sleep $ms / 1000;
    kill 'KILL', $held->{worker};
    becomes { !is_alive($held->{worker}) } "the worker is killed after $ms ms";
    $httpd->release($held);
    is $held->{http}->response->{status}, 200, 'its GET runs again';
    is $post->{http}->response->{status}, 200, 'a POST behind it runs';
    is runs($post), 1, 'once';
}

# Nor with a worker that was idle, but frozen.
my $frozen = $httpd->who->{pid};
kill 'STOP', $frozen;
my $before = lines(REQUEST);
my $post = post();
becomes { lines(REQUEST) > $before } 'a POST is sent to a frozen worker';
kill 'KILL', $frozen;
is $post->{http}->response->{status}, 200, 'which is killed: another one runs it';
is runs($post), 1, 'once';

# Its client leaves.
for my $ms (0, 20, 100) {
    my ($held, $left) = follow();
    sleep $ms / 1000;
    undef $left->{http};
    $httpd->release($held);
    is $held->{http}->response->{status}, 200, 'the long request ends';
    is $httpd->get('/app.py')->{status}, 200, 'and so does the next one';
    cmp_ok runs($left), '<=', 1, "one whose client left after $ms ms runs once at most";
}
ok $httpd->stop, 'httpd stops';

# A queue that is full refuses none that was at a worker.
$httpd = Persist::Httpd->new(conf => <<'END')->start;
LogLevel info persist:trace2
PersistWorkers 1 1
PersistQueue 1 60s
PersistCeiling QueueTotal 1
END
$ran = "$httpd->{root}/ran";

# Two requests behind one that does not end: one of them was sent to the worker, and
# no place in the queue was left for it before it was taken back.
# Returns these requests, and where in the log they begin.
sub follow_twice {
    my ($held, @posts, $before);
    wait_for {
        $httpd->who for 1 .. 25;
        $held = $httpd->hold('/app.py');
        $before = length $httpd->log;
        @posts = (post(), post());
        my $log;
        wait_for {
            $log = substr $httpd->log, $before;
            my %ids = map { $_ => 1 }
                $log =~ / request (\S+): (?:@{[LEASED]}|@{[QUEUED]}|refused: )/g;
            keys %ids == 2;
        };
        my ($until) = split /@{[BACK]}/, $log;
        return 1 if $until =~ LEASED && $log !~ /refused: /;
        $httpd->release($held);
        $_->{http}->response for $held, @posts;
        return 0;
    } or BAIL_OUT('no two requests were behind a busy worker');
    return ($before, $held, @posts);
}

{
    my ($before, $held, @posts) = follow_twice();
    becomes {
        my $log = substr $httpd->log, $before;
        (() = $log =~ /@{[QUEUED]}/g) >= 2 || $log =~ /refused: /
    } 'both wait in the queue';
    is $httpd->get('/app.py')->{status}, 503, 'which is full';
    $httpd->release($held);
    is $held->{http}->response->{status}, 200, 'the long request ends';
    for (@posts) {
        is $_->{http}->response->{status}, 200, 'one of them is answered'
            or diag substr $httpd->log, $before;
        is runs($_), 1, 'and has run once';
    }
    ok $httpd->stop, 'httpd stops';
}

# Two workers, one of which is busy for long. The others' requests do not wait
# for it.
$httpd = Persist::Httpd->new(
    conf => "PersistWorkers 2 2\nPersistRequestTimeout off 1h\n")->start;
$httpd->who for 1 .. 25;
my $count = $ENV{PERSIST_T_SHORT} ? 5_000 : 50_000;
my @load = ('-c', 8, '-p', $httpd->{port}, '-n', $count, '/app.py/token');
my $warm = load_end(load_begin(@load));
my $held = $httpd->hold('/app.py');
my $load = load_end(load_begin(@load));
is $load->{answered}, $count, 'all are answered beside a long request';
is $load->{mixed}, 0, 'each with its own answer';
is $load->{failed}, 0, 'and none fails';
$httpd->release($held);
is $held->{http}->response->{status}, 200, 'the long one is, too';
ok $httpd->stop, 'httpd stops';
is_deeply [$httpd->runtime_files], [], 'and leaves no file';

done_testing;
