# SPDX-License-Identifier: Apache-2.0
# If-None-Match, If-Modified-Since and their like, where the script has set ETag
# or Last-Modified (RFC 9110, 13).
use v5.30;
use warnings;
use Apache::Test ();
use Persist::Http;
use Persist::Log 'lines_of_log';
use Test::More;

my $port = Apache::Test::vars('port');
my $http = Persist::Http->new($port);
my $old = 'Sat, 01 Jan 2022 00:00:00 GMT';
my $older = 'Fri, 31 Dec 2021 00:00:00 GMT';
my $dated = 'Last-Modified=' . ($old =~ s/ /+/gr);
my $tagged = 'ETag=%22v1%22';

# All on one connection: a byte too many would spoil the next answer.
sub ask {
    my ($query, @headers) = @_;
    my $method = @headers % 2 ? shift @headers : 'GET';
    $http = Persist::Http->new($port) if !$http;
    my $answer = $http->request($method, "/raw/cgi.py/plain?$query",
        headers => [@headers])->response;
    undef $http if ($answer->{headers}{connection} // '') eq 'close';
    return $answer;
}

sub is_status {
    my ($status, $name, @asked) = @_;
    my $answer = ask(@asked);
    is $answer->{status}, $status, $name;
    is $answer->{body}, '', 'without a body' if $status == 304;
    return $answer;
}

my $answer = is_status 304, 'the same ETag', "$tagged&X-Kept=1&Vary=Cookie",
    'If-None-Match', '"v1"';
is $answer->{headers}{etag}, '"v1"', 'the answer has it';
is $answer->{headers}{vary}, 'Cookie', 'and what else a cache needs';
is $answer->{headers}{'transfer-encoding'}, undef, 'in no pieces';
is_status 200, 'another ETag', $tagged, 'If-None-Match', '"v0"';
is_status 304, 'one of several', $tagged, 'If-None-Match', '"v0", "v1"';
is_status 304, 'any', $tagged, 'If-None-Match', '*';
is_status 304, 'a weak one', $tagged, 'If-None-Match', 'W/"v1"';
is_status 304, 'also of the script', 'ETag=W/%22v1%22', 'If-None-Match',
    'W/"v1"';
is_status 304, 'HEAD', $tagged, 'HEAD', 'If-None-Match', '"v1"';
is_status 304, 'a stream', "$tagged&stream=1", 'If-None-Match', '"v1"';
is_status 304, 'a stated length', "$tagged&Content-Length=23",
    'If-None-Match', '"v1"';

is_status 304, 'the same date', $dated, 'If-Modified-Since', $old;
is_status 200, 'an older one', $dated, 'If-Modified-Since', $older;
is_status 200, 'a date that is none', 'Last-Modified=yesterday',
    'If-Modified-Since', 'yesterday';
is_status 200, 'the ETag counts before the date', "$tagged&$dated",
    'If-None-Match', '"v0"', 'If-Modified-Since', $old;
is_status 200, 'no date in the response', $tagged, 'If-Modified-Since', $old;
is_status 200, 'nor for the reverse', $tagged, 'If-Unmodified-Since', $old;
is_status 200, 'also beside an ETag', $tagged, 'If-None-Match', '"v0"',
    'If-Unmodified-Since', $old;
is_status 200, 'no validator', 'X-Kept=1', 'If-None-Match', '*';

is_status 412, 'If-Match with another', $tagged, 'If-Match', '"v0"';
is_status 200, 'with the same', $tagged, 'If-Match', '"v1"';
is_status 412, 'If-Unmodified-Since before', $dated, 'If-Unmodified-Since',
    $older;
is_status 200, 'the same date', $dated, 'If-Unmodified-Since', $old;

# The script has done what was asked.
for my $method ('POST', 'PUT', 'DELETE') {
    is_status 200, "$method with $_", $tagged, $method, $_, '"v0"'
        for 'If-Match', 'If-None-Match';
    is_status 200, "$method, any", $tagged, $method, 'If-None-Match', '*';
}
is_status $_, "$_ stays", "$tagged&status=$_", 'If-None-Match', '"v1"'
    for 201, 206, 404, 500;

is ask($tagged)->{body}, "the script's own: GET \n",
    'the connection is in order';

# The workers receive no harm, however much is dropped. The script is this test's
# own: workers of another one's may just be ending.
my $flow = Apache::Test::vars('documentroot') . '/flow';
system('cp', "$flow/flow.py", "$flow/dropped.py") == 0 or die 'cp';
my $ends = qr{/flow/dropped\.py: pid \d+ (?:is killed|ended)};
my $stream = '/flow/dropped.py/status?code=200&stream=1';
$http = Persist::Http->new($port);
for (1 .. 20) {
    my $got = $http->request('GET', $stream,
        headers => ['If-None-Match', '"v1"'])->response;
    is $got->{status}, 304, 'a stream is dropped' if $got->{status} != 304;
}
like(Persist::Http->once($port, 'GET', '/flow/dropped.py/pid')->{body},
    qr/^\d+$/, 'others are answered');
is_deeply [lines_of_log($ends)], [], 'and each worker lives on';

SKIP: {
    skip 'no HTTP/2', 2 if $ENV{PERSIST_T_MPM} eq 'prefork';
    my $url = "http://127.0.0.1:$port/raw/cgi.py/plain?$tagged";
    my @curl = qw(curl -s -i --http2-prior-knowledge);
    like scalar qx(@curl -H 'If-None-Match: "v1"' '$url'),
        qr{^HTTP/2 304.*\netag: "v1"\r\n(?:\S+: .*\r\n)*\r\n\z}s,
        'over HTTP/2 it is the same';
    like scalar qx(@curl -H 'If-Match: "v0"' '$url'), qr{^HTTP/2 412}, 'and so';
}

done_testing;
