# SPDX-License-Identifier: Apache-2.0
# Queues, deadlines and sizes: who is refused learns it at once, and the log has
# the code.
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Wait 'becomes';
use Test::More;

my $httpd = Persist::Httpd->new(conf => <<'END')->start;
LimitRequestFieldSize 1200000
PersistWorkers 0 1
PersistCeiling QueueTotal 2
PersistQueue 100 300s
<Location /app.py>
    PersistQueue 1 300s
</Location>
<Location /app.py/token>
    PersistQueue 5 300ms
</Location>
<Location /flow/family.py>
    PersistRequestTimeout off 1s
</Location>
<Location /raw/files.py>
    AcceptPathInfo Off
</Location>
END

sub waiting {
    my ($script) = @_;
    my ($pool) = grep { $_->{script} =~ m{/$script$} }
        ($httpd->status // { pools => [] })->{pools}->@*;
    return $pool ? $pool->{waiting} : 0;
}

sub is_refused {
    my ($answer, $status, $code, $name) = @_;
    is $answer->{status}, $status, "$name: $status";
    ok $httpd->wait_log(qr/PERSIST$code: /), "with PERSIST$code in the log";
    like $answer->{headers}{'retry-after'} // '', qr/^[1-9]\d*$/,
        'and when to come again' if $status == 503;
}

# One has the worker, one waits: the queue of this script is full.
my $held = $httpd->hold('/app.py');
my $second = $httpd->open_request('/app.py/who');
becomes { waiting('app.py') == 1 } 'a request waits in the queue';
is_refused($httpd->get('/app.py/who'), 503, 3001, 'the next is one too many');

is_refused($httpd->get('/app.py/token'), 503, 3002, 'who has waited too long');

# Another one waits elsewhere: that is as much as the whole server takes.
my $other = $httpd->open_request('/raw/pages.py/hangup?file=' .
    "$httpd->{root}/hung");
becomes { -e "$httpd->{root}/hung" } 'a script has a request';
my $third = $httpd->open_request('/raw/pages.py/who');
becomes { waiting('pages.py') == 1 } 'a request waits for that';
is_refused($httpd->get('/raw/pages.py/who'), 503, 3003,
    'three are too many for the server');
close $other->{socket};
is_refused($httpd->get('/raw/files.py/whole'), 404, 1005,
    'a path behind the name');

$httpd->release($held);
is $_->response->{status}, 200, 'who could wait is served'
    for $held->{http}, $second, $third;

# For ever, as far as the script is concerned.
is_refused($httpd->get("/flow/family.py/alone?$httpd->{root}/alone"), 504, 4005,
    'who hangs for too long');
becomes { $httpd->get('/flow/family.py/alone')->{status} == 200 }
    'the hanging worker is replaced';

# 1 MiB of variables; httpd's own limits are above that here.
is $httpd->get('/app.py/who', headers => ['X-A', 'x' x 1_000_000])->{status},
    200, 'a megabyte in a header is served';
is_refused($httpd->get('/app.py/who', headers => ['X-A', 'x' x 1_050_000]),
    431, 1008, 'a little more is not');

# All the workers that there may be are at work for another script.
ok $httpd->stop, 'httpd stops';
$httpd = Persist::Httpd->new(conf => <<'END')->start;
PersistMaxWorkers 1
<Location /raw/pages.py>
    PersistQueue 9 400ms
</Location>
END
$held = $httpd->hold('/app.py');
is_refused($httpd->get('/raw/pages.py/who'), 503, 3002,
    'who finds no room for a worker');
# Where persistd is slow the first one has left before it has looked.
becomes {
    my $is_said = $httpd->log =~ m{PERSIST2006: .*/pages\.py};
    $httpd->get('/raw/pages.py/who') if !$is_said;
    $is_said;
} 'and why';
$httpd->release($held);

ok $httpd->stop, 'httpd stops';
done_testing;
