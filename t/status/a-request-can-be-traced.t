# SPDX-License-Identifier: Apache-2.0
# LogLevel persist:trace2 shows where a request has been.
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Wait 'wait_for';
use Test::More;

my $httpd = Persist::Httpd->new(conf => "PersistWorkers 0 1\n")->start;
is $httpd->get('/app.py/token')->{status}, 200, 'a request is answered';
unlike $httpd->log, qr/persist:trace/, 'and nothing is logged of its way';
unlike $httpd->log, qr/in slot \d+: ready/, 'nor of its worker';
ok $httpd->stop, 'httpd stops';

$httpd = Persist::Httpd->new(conf => <<'END')->start;
LogLevel info persist:trace2
PersistWorkers 0 1
END
# The last line comes behind the answer.
sub way {
    my ($id) = @_;
    my @way;
    wait_for {
        @way = map { /persist:trace2\].* request \Q$id\E: (.*)/ ? $1 : () }
            split /\n/, $httpd->log;
        grep { /^over: / } @way;
    };
    return @way;
}
sub ids { $httpd->log =~ /persist:trace2\].* request (\S+):/g }

is $httpd->get('/app.py/token')->{status}, 200, 'a first request is answered';
my ($first) = ids();
my @way = way($first);
ok $httpd->wait_log(
    qr/persist:debug\] \[pid \d+\] pool \S+: pid \d+ in slot \d+: ready/),
    'persistd logs how its worker came up';
like $way[0], qr/^asked persistd for its pool: it is there/, 'it asked for a pool';
like $way[1], qr/^waits in the queue of pool 0/, 'waited for a worker';
like $way[2], qr/^leased slot \d+, unit 0, of pool 0/, 'and leased it';
is $way[3], 'new connection', 'it connected';
like $way[4], qr/^REQUEST \d+, \d+ bytes of variables/, 'sent';
like $way[5], qr/^RESPONSE, \d+ bytes/, 'and was answered';
is $way[-1], 'over: idle', 'and gave the worker back';

is $httpd->get('/app.py/token')->{status}, 200, 'another one is answered';
my ($second) = grep { $_ ne $first } ids();
ok((grep { /^leased/ } way($second)), 'it has an id of its own');

is $httpd->get('/app.py/exit')->{status}, 502, 'a worker dies';
my ($third) = grep { $_ ne $first && $_ ne $second } ids();
ok((grep { /^over: broken, worker died/ } way($third)), 'that is told, too');
is $httpd->get('/app.py/token')->{status}, 200, 'its successor answers';
ok $httpd->stop, 'httpd stops';
ok $httpd->wait_log(qr/stopping: told by httpd.*persist:debug\].* slot \d+: leaving/s),
    'persistd logs how the worker left, too';

done_testing;
