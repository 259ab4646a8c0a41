# SPDX-License-Identifier: Apache-2.0
# Streams of one HTTP/2 connection are requests of one ASGI worker at a time. A
# stream that is reset is the disconnect of its own request only.
use v5.30;
use warnings;
use JSON::PP 'decode_json';
use Persist::Http2;
use Persist::Httpd;
use Persist::Wait 'becomes';
use Test::More;

plan skip_all => 'prefork has no HTTP/2' if $ENV{PERSIST_T_MPM} eq 'prefork';

my $httpd = Persist::Httpd->new(conf => <<'END')->start;
PersistWorkers 0 1
PersistConcurrency 100
END
my $http = Persist::Http2->new($httpd->{port});

sub stream { return $http->begin('GET', "/asgi/app.py/$_[0]") }

sub facts { return decode_json $httpd->get('/asgi/app.py/status')->{body} }

is decode_json($http->data(stream('path')))->{http_version}, '2',
    'the scope has the version';
my $before = facts();

# mod_http2 begins no more than six at a time for a new connection.
my @streams = map { stream('stream') } 1 .. 5;
is_deeply [map { $http->take_data($_, 13) } @streams],
    [("data: begun\n\n") x 5], 'five streams of one connection begin';
is facts()->{streams}, 5, 'at the same time';
my $waiting = stream('waiting');
is $http->take_data($waiting, 13), "data: begun\n\n", 'and one that waits';

$http->reset($waiting);
becomes { join(' ', facts()->{told}->@*) eq 'http.disconnect behind it' }
    'a stream that is reset is told';
# mod_http2 lets a client that resets streams have two at a time, maybe.
$http->reset($_) for splice @streams, 0, 4;
becomes { facts()->{streams} == 1 } 'so are four others';
ok defined $http->data(stream('path')), 'the connection has further requests';

is $http->data(stream('release')), 1, 'the stream that is left goes on';
is $http->rest($streams[0]), "data: released\n\n", 'to its end';
my $sent = stream('trailed');
is $http->rest($sent), 'body', 'a response with trailers ends well';
is facts()->{pid}, $before->{pid}, 'all by the same worker';
ok $httpd->stop, 'httpd stops';
unlike $httpd->log, qr/Traceback|PERSIST\d/, 'the log has no error';
done_testing;
