# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Persist::Httpd;
use Test::More;

# Timeout, which is 60 s, counts for each write: it must not be what ends this.
my $httpd = Persist::Httpd->new(conf => <<'END')->start;
PersistWorkers 0 1
PersistRequestTimeout off 1s
END

my $pid = $httpd->get('/raw/pages.py/who')->{body};
my $http = $httpd->open_request('/raw/pages.py/flood');
is $http->head->{status}, 200, 'a client reads the beginning';
ok $httpd->wait_log(qr/\[client [^]]+\] PERSIST4005: .*passed on: .*pages\.py/),
    'and no more: the hard deadline ends its request';
is $httpd->get('/raw/pages.py/who')->{body}, $pid,
    'but not its worker, which answers the next one';
my ($body, $complete) = $http->body(
    { status => 200, headers => { 'transfer-encoding' => 'chunked' } });
ok !$complete, 'the stream was cut, and not ended properly';
unlike $httpd->log, qr/outlasted|still busy/, 'persistd had no need to step in';

ok $httpd->stop, 'httpd stops';
done_testing;
