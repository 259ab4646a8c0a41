# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Apache::Test ();
use File::Temp 'tempdir';
use Persist::Http;
use Persist::Wait 'becomes';
use Test::More;

my $port = Apache::Test::vars('port');
my $http = Persist::Http->new($port);

# All on one connection: a byte too many would spoil the next answer.
sub ask {
    my ($method, $page, @headers) = @_;
    return $http->request($method, "/flow/flow.py/$page",
        headers => [@headers])->response;
}

for my $how ('', '&stream=1') {
    my $answer = ask 'HEAD', "status?code=200$how";
    is $answer->{status}, 200, "HEAD is answered$how";
    is $answer->{headers}{'x-kept'}, 'yes', 'with its headers';
    is $answer->{headers}{'content-length'}, 5, 'and the length' if !$how;
    is ask('HEAD', "status?code=200&length=5000$how")->{headers}
        {'content-length'}, 5000, 'a length is kept as it is given';
    for my $code (204, 304) {
        $answer = ask 'GET', "status?code=$code$how";
        is $answer->{status}, $code, "$code is passed on$how";
        is $answer->{headers}{'x-kept'} // 'yes', 'yes', 'with headers';
        is $answer->{headers}{'transfer-encoding'}, undef, 'without a body';
    }
    is ask('GET', "status?code=200$how")->{body}, 'hello',
        "the connection is in order$how";
}

my $dir = tempdir(CLEANUP => 1);
chmod 0777, $dir or die $!;
is ask('HEAD', "endless?dir=$dir")->{status}, 200, 'HEAD of an endless stream';
becomes { glob "$dir/*" } 'has its script notified that nobody waits';
is ask('GET', 'status?code=200')->{body}, 'hello', 'the connection is in order';

my $head = $http->request('GET', '/flow/flow.py/hints')->head;
is $head->{status}, 103, 'early hints come first';
is $head->{headers}{link}, '</a.css>; rel=preload', 'with their header';
my $answer = $http->response;
is $answer->{status}, 200, 'then the answer';
is $answer->{headers}{link}, undef, 'without theirs';
is $answer->{headers}{'x-last'}, 1, 'with its own';
is $answer->{body}, 'hello', 'and a body';

$answer = ask 'GET', 'status?code=200', 'Range', 'bytes=1-3';
is $answer->{status}, 206, 'a range of a whole answer is served';
is $answer->{body}, 'ell', 'as asked';
$answer = ask 'GET', 'status?code=200', 'Range', 'bytes=1-3', 'If-Range', '"v2"';
is $answer->{status}, 200, 'unless it has changed';
$answer = ask 'GET', 'status?code=200', 'Range', 'bytes=9-';
is $answer->{status}, 416, 'a range beyond the end is refused';
is ask('GET', 'status?code=404', 'Range', 'bytes=1-3')->{body}, 'hello',
    'an error has no ranges';
is ask('GET', 'status?code=200')->{body}, 'hello', 'the connection is in order';

SKIP: {
    skip 'no HTTP/2', 4 if $ENV{PERSIST_T_MPM} eq 'prefork';
    my $url = "http://127.0.0.1:$port/flow/flow.py";
    my @curl = qw(curl -s -i --http2-prior-knowledge);
    for my $page ('status?code=204', 'status?code=304&stream=1') {
        my $text = qx(@curl '$url/$page');
        like $text, qr{^HTTP/2 \d04.*x-kept: yes\r\n(?:\S+: .*\r\n)*\r\n\z}s,
            "over HTTP/2 $page has no body";
    }
    like scalar qx(@curl -I '$url/status?code=200'),
        qr{^HTTP/2 200.*content-length: 5\r\n.*\r\n\r\n\z}s, 'nor has HEAD';
    like scalar qx(@curl -r 1-3 '$url/status?code=200'),
        qr{^HTTP/2 206.*\r\n\r\nell\z}s, 'ranges are served';
}

done_testing;
