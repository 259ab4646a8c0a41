# SPDX-License-Identifier: Apache-2.0
# The lease ends with the response, or with the hard deadline if the response
# does not end.
use v5.30;
use warnings;
use Persist::Httpd;
use Test::More;

use constant SIZE => 2 << 20;

# Timeout, which is 60 s, counts for each write: it must not be what ends this.
# The kernel keeps little of a response, and httpd not much: so both are full long
# before the deadline, also on a machine that is busy.
my $httpd = Persist::Httpd->new(conf => <<'END');
PersistWorkers 0 1
PersistRequestTimeout off 4s
PersistBuffer 16M 4M
SendBufferSize 65536
END
my $raw = "$httpd->{root}/site/raw";
link "$raw/pages.py", "$raw/endless.py" or die $!;
$httpd->start;

my %chunked = (status => 200, headers => { 'transfer-encoding' => 'chunked' });
my $pid = $httpd->get('/raw/pages.py/who')->{body};
my $endless_pid = $httpd->get('/raw/endless.py/who')->{body};

my $large = $httpd->open_request('/raw/pages.py/large?size=' . SIZE);
is $large->head->{status}, 200, 'a client reads the beginning';
my $flood = $httpd->open_request('/raw/pages.py/flood');
is $flood->head->{status}, 200, 'and leaves the worker to the next one';
# Another script's, so that both wait for their deadlines at the same time.
my $endless = $httpd->open_request(
    '/raw/endless.py/large?gone=/dev/null&size=' . SIZE);
is $endless->head->{status}, 200, 'a response that waits and does not end';

ok $httpd->wait_log(qr/\[client [^]]+\] PERSIST4005: .*passed on: .*pages\.py/),
    'whose response is too large to wait: the hard deadline ends it';
is $httpd->get('/raw/pages.py/who')->{body}, $pid,
    'but not its worker, which answers others';
my ($body, $complete) = $flood->body(\%chunked);
ok !$complete, 'the stream was cut, and not ended properly';
cmp_ok length $body, '>', SIZE, 'behind what waited';
unlike $httpd->log, qr/outlasted|still busy/, 'persistd had no need to step in';

# Released at its end, the first one has met the deadline.
($body, $complete) = $large->body(\%chunked);
ok $complete, 'a client may take its time behind the deadline';
is length $body, SIZE, 'for all of its response';

ok $httpd->wait_log(qr/PERSIST4005: [^:]*: [^:]*endless\.py/),
    'one that waits and does not end keeps its worker until the deadline';
isnt $httpd->get('/raw/endless.py/who')->{body}, $endless_pid,
    'which ends the worker, because it was not waiting for the client';
($body, $complete) = $endless->body(\%chunked);
ok !$complete, 'the stream was cut';
is length $body, SIZE, 'behind all that the worker had sent';

# The response that names the other script has begun on its own.
my $redirected = $httpd->open_request(
    '/raw/cgi.py/cgi?pause=1&Location=/raw/pages.py/large%3Fsize=' . SIZE);
my $head = $redirected->head;
ok $head->{headers}{'x-digest'}, 'a script redirects to another one';
is $httpd->get('/raw/pages.py/informed?count=0')->{status}, 200,
    'whose worker does not wait either';
($body, $complete) = $redirected->body($head);
ok $complete, 'its response ends well';
is length $body, SIZE, 'and is whole';

ok $httpd->stop, 'httpd stops';
done_testing;
