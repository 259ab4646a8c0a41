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
<Location /app.py>
    PersistQueue 1 30s
</Location>
<Location /raw/pages.py>
    PersistQueue 5 1500ms
    PersistRequestTimeout off 3s
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

# Another one waits elsewhere: that is as much as the whole server takes.
my $other = $httpd->open_request('/raw/pages.py/hangup?file=' .
    "$httpd->{root}/hung");
becomes { -e "$httpd->{root}/hung" } 'a script hangs in its request';
my $late = $httpd->open_request('/raw/pages.py/who');
becomes { waiting('pages.py') == 1 } 'a request waits for that';
is_refused($httpd->get('/raw/pages.py/who'), 503, 3003,
    'three are too many for the server');
is_refused($late->response, 503, 3002, 'who has waited too long');
is_refused($other->response, 504, 4005, 'who hangs for too long');
is_refused($httpd->get('/raw/files.py/whole'), 404, 1005,
    'a path behind the name');

$httpd->release($held);
is $_->response->{status}, 200, 'who could wait is served'
    for $held->{http}, $second;
like $httpd->get('/raw/pages.py/who')->{body}, qr/^\d+$/,
    'the hanging worker is replaced';

# 1 MiB of variables; httpd's own limits are above that here.
is $httpd->get('/app.py/who', headers => ['X-A', 'x' x 1_000_000])->{status},
    200, 'a megabyte in a header is served';
is_refused($httpd->get('/app.py/who', headers => ['X-A', 'x' x 1_050_000]),
    431, 1008, 'a little more is not');

# All the workers that there may be are at work for another script.
$httpd->stop;
$httpd->configure("PersistMaxWorkers 1\nPersistQueue 9 400ms\n");
$httpd->start;
$held = $httpd->hold('/app.py');
is_refused($httpd->get('/raw/pages.py/who'), 503, 3002,
    'who finds no room for a worker');
like $httpd->log, qr{PERSIST2006: .*/pages\.py}, 'and why';
$httpd->release($held);

ok $httpd->stop, 'httpd stops';
done_testing;
