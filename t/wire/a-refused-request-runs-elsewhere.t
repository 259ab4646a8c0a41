# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Persist::Httpd;
use Test::More;
use Time::HiRes 'time';

my $httpd = Persist::Httpd->new(conf => <<'END')->start;
PersistWorkers 0 1
# Longer than any client of this test waits.
<LocationMatch "^/raw/(refuses|leaves)\.py">
    PersistQueue 100 300s
    PersistBootTimeout 300s
</LocationMatch>
END
my $count = 0;
my $file;

sub post {
    my ($page, $query, $body) = @_;
    $file = "$httpd->{root}/refused" . ++$count;
    return $httpd->get("/raw/pages.py/$page?file=$file&$query",
        method => 'POST', body => $body // 'x');
}

my $pid = $httpd->get('/raw/pages.py/who')->{body};
is post('refuse', 'times=1')->{body}, "$pid 2",
    'POST is run again when a worker refuses it';
is post('refuse', 'times=1', 'x' x 100_000)->{body}, "$pid 2",
    'also one whose body is still to come';

# A worker that leaves is not asked twice.
my $answer = post('refuse', 'times=3&leave=1');
is $answer->{status}, 200, 'three workers refuse it and leave';
like $answer->{body}, qr/^\d+ 4$/, 'the fourth runs it, asked once each';
isnt $answer->{body}, "$pid 4", 'and is another one';

unlike $httpd->log, qr/PERSIST4/, 'nobody complains';

# One that has many units, and persistd is slow to hear that it leaves. It has an
# eighth of a second for that, which on a slow machine is not always enough.
my $raw = "$httpd->{root}/site/raw";
my $before;
for my $n (1 .. 20) {
    link "$raw/units.py", "$raw/units$n.py" or die $!;
    $before = length $httpd->log;
    $answer = $httpd->get("/raw/units$n.py", method => 'POST', body => 'x');
    last if $answer->{status} == 200;
}
is $answer->{status}, 200, 'a worker of many units refuses, and leaves';
like $answer->{body}, qr/^refused [2-7]$/, 'there is time to notice that';
unlike substr($httpd->log, $before), qr/PERSIST4/, 'nobody complains';

# So many times within two seconds, which a busy machine does not always manage.
for (1 .. 10) {
    my $begun = time;
    $answer = post('refuse', 'times=100');
    last if time - $begun < 2;
}
is $answer->{status}, 502, 'they may not go on for ever';
is -s $file, 8, 'eight times are enough';
ok $httpd->wait_log(qr/PERSIST4007: .*refused/), 'the log says so';

is post('refuse-late', '', 'x' x 100_000)->{status}, 502,
    'who has asked for the body can no longer refuse';
is -s $file, 1, 'it is not run again';
ok $httpd->wait_log(qr/PERSIST4002: .*END out of place/), 'the log says so';

# The queue has five minutes of patience, and so has a boot.
use constant SOON => 60;

# Each worker that is started for the request ends with it, untaken. The first
# request has three tries when they take two seconds, and the others learn from the
# pool what came of them.
for (1 .. 3) {
    my $begun = time;
    is $httpd->get('/raw/refuses.py', method => 'POST', body => 'x')->{status},
        502, 'workers that take nothing and end: the request is refused';
    cmp_ok time - $begun, '<', SOON, 'and is told so soon';
}
ok $httpd->wait_log(qr/PERSIST4007: .*status 0 before it took a request/),
    'the log says why';

my $begun = time;
is $httpd->get('/raw/leaves.py')->{status}, 500,
    'a worker that leaves before READY is none';
cmp_ok time - $begun, '<', SOON, 'which is said at once';
ok $httpd->wait_log(qr/PERSIST2002: .*LEAVING before READY/),
    'the log says so';

ok $httpd->stop, 'httpd stops';
done_testing;
