# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Apache::Test ();
use Persist::Http;
use Test::More;

my $port = Apache::Test::vars('port');

sub ask {
    my ($path, %o) = @_;
    return Persist::Http->once($port, $o{method} // 'GET', "/raw/cgi.py$path",
        %o);
}

# The status of a GET over HTTP/2, by curl.
sub http2 {
    my ($path) = @_;
    my $url = "http://127.0.0.1:$port$path";
    return qx{curl -s --http2-prior-knowledge -o /dev/null -w %{http_code} '$url'};
}

my $target = '/raw/cgi.py/target?X-Seen=1';
my $escaped = $target =~ s/([?=])/sprintf '%%%02X', ord $1/ger;

for my $query ("Location=$escaped", "Location=$escaped&stream=1",
    "Location=$escaped&Content-Length=3") {
    my $answer = ask "/cgi?$query";
    is $answer->{status}, 200, 'a local redirect is followed inside';
    is $answer->{body}, "the script's own: GET /raw/cgi.py/cgi\n",
        'the target answers, and knows from where';
    is $answer->{headers}{'x-seen'}, 1, 'with its own query';
    is $answer->{headers}{location}, undef, 'the client sees no Location';
}
my $answer = ask "/cgi?Location=$escaped", method => 'POST', body => 'x' x 9;
is $answer->{body}, "the script's own: GET /raw/cgi.py/cgi\n",
    'POST becomes GET';
$answer = ask "/cgi?Location=$escaped", method => 'POST', body => 'x' x 300000;
is $answer->{status}, 200, 'a body that nobody reads does no harm';

# The client's next request is what it says it is.
my $inner = "GET /raw/cgi.py/cgi?Status=404+inner HTTP/1.1\r\nHost: x\r\n\r\n";
my $length = length $inner;
for my $body (['Content-Length', $length], ['Transfer-Encoding', 'chunked']) {
    my $http = Persist::Http->new($port);
    $http->request('HEAD', "/raw/cgi.py/cgi?Location=$escaped",
        headers => $body, body => $inner);
    my $framed = $body->[0] eq 'Content-Length';
    is $http->response->{status}, $framed ? 200 : 400,
        "HEAD with a body: $body->[0]";
    $http->request('HEAD', '/raw/cgi.py/cgi');
    is(($http->response // {})->{status}, $framed ? 200 : undef,
        'what it announced is no request');
}
my $http = Persist::Http->new($port);
for ($inner, '') {
    $http->request('HEAD', "/raw/cgi.py/cgi?Location=$escaped",
        headers => ['Content-Length', 0]);
    is $http->response->{status}, 200, 'HEAD without one keeps its connection';
}

$answer = ask '/cgi?Location=/raw/nothing-here';
is $answer->{status}, 404, 'a target that is not there is a 404';
$answer = ask '/cgi?Location=/raw/bare.txt';
is $answer->{status}, 404, 'the script\'s handler is not the target\'s';
$answer = ask '/cgi?Location=/raw/cgi.py/cgi%3FLocation%3D/refused/plain.txt';
is $answer->{status}, 403, 'a chain ends at what httpd refuses';
$answer = ask "/cgi?Location=$escaped&fail=1";
is $answer->{status}, 502, 'a script that gives up redirects nobody';

$answer = ask '/cgi?Location=http://example.com/x&Set-Cookie=a&Set-Cookie=b';
is $answer->{status}, 302, 'Location alone is a 302';
is $answer->{headers}{location}, 'http://example.com/x', 'to there';
is scalar(grep { /^Set-Cookie: [ab]$/i } $answer->{lines}->@*), 2,
    'cookies go along';
$answer = ask '/cgi?Location=/there&status=301';
is $answer->{status}, 301, 'with a status Location is passed on';
like $answer->{body}, qr/the script's own/, 'and so is the document';
$answer = ask '/cgi?Location=/there&Status=303+See+Other';
is $answer->{status}, 303, 'also with a Status header';
is $answer->{headers}{status}, undef, 'which is not passed on';
$answer = ask '/cgi?Status=404+Nope';
is $answer->{status}, 404, 'Status is the status';
is $answer->{reason}, 'Nope', 'with its reason phrase';
is ask('/cgi?status=404')->{reason}, 'Not Found', 'or that of HTTP';
is ask('/cgi?Status=299')->{reason}, 'Status 299', 'which has none for 299';
is ask("/cgi?Status=404+$_")->{status}, 502, 'a phrase is one line of text'
    for qw(%0d%0aX-Split:1 %07 %7f);
$answer = ask '/cgi?Status=502+Mine&fail=1';
is $answer->{reason}, 'Bad Gateway', 'httpd\'s error has httpd\'s phrase';
unlike $answer->{body}, qr/Mine/, 'on its page, too';
is http2('/raw/cgi.py/cgi?Status=404+Nope'), 404, 'HTTP/2 has no phrase'
    if $ENV{PERSIST_T_MPM} ne 'prefork';

my @tag = (headers => ['If-None-Match', '"abc"']);
is ask('/cgi?ETag=%22abc%22', @tag)->{status}, 304, 'conditions are met';
is ask('/cgi?ETag=%22abc%22', @tag)->{body}, '', 'without a document';
is ask('/cgi?ETag=%22abd%22', @tag)->{status}, 200, 'or not';
is ask('/cgi?ETag=%22abc%22&Status=200+OK', @tag)->{status}, 200,
    'or not looked at, with a Status';
is ask('/cgi?ETag=%22abc%22', headers => ['If-Match', '"x"'])->{status}, 412,
    'a failed one is a 412';
my $old = 'Sat, 01 Jan 2022 00:00:00 GMT';
is ask('/cgi?Last-Modified=' . ($old =~ s/ /+/gr),
    headers => ['If-Modified-Since', $old])->{status}, 304, 'by date as well';
is ask('/cgi?Content-Type=TEXT/Plain')->{headers}{'content-type'},
    'text/plain', 'the type is in lower case';

# The same without the flag.
$answer = ask "/plain?Location=$escaped";
is $answer->{status}, 200, 'no other response redirects inside';
is $answer->{body}, "the script's own: GET \n", 'it is the script\'s';
is $answer->{headers}{location}, $target, 'with all its headers';
$answer = ask '/plain?Location=http://example.com/';
is $answer->{status}, 200, 'Location makes no 302';
$answer = ask '/plain?Status=404+Nope';
is $answer->{status}, 200, 'Status is no status';
is $answer->{reason}, 'OK', 'and no phrase of another';
$answer = ask '/plain?status=404&Status=404+Nope';
is $answer->{reason}, 'Nope', 'but the phrase of its own';
is $answer->{headers}{status}, undef, 'which is no header';
is ask('/plain?status=404&Status=404')->{reason}, 'Not Found', 'or none';
is ask("/plain?status=404&Status=404+$_")->{status}, 502, 'of one line'
    for qw(%0d%0aX-Split:1 %07 %7f);

done_testing;
