# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Apache::Test ();
use Digest::SHA 'sha256_hex';
use JSON::PP 'decode_json';
use Persist::Http;
use Test::More;

my $port = Apache::Test::vars('port');

sub post {
    my ($path, $body, @headers) = @_;
    return Persist::Http->once($port, 'POST', $path, body => $body,
        headers => [@headers]);
}

# Repeated, no two pieces of a body are the same: its length is that of no frame.
my $random = join '', map { chr rand 256 } 1 .. 65537;

# Around every limit on the way: nothing, inline, credit, frame, PersistMaxBody.
for my $length (0, 1, 8191, 65535, 65536, 65537, 262145, 1048577, 4194304) {
    my $body = substr $random x (1 + $length / length $random), 0, $length;
    for my $path ('/app.py/body', '/app.py/pulled?size=10000') {
        my $answer = post($path, $body);
        is_deeply eval { decode_json $answer->{body} },
            { length => $length, sha256 => sha256_hex($body) },
            "$length bytes arrive whole at $path"
            or diag "$answer->{status} $answer->{body}";
    }
}

my $chunked = "5\r\nhello\r\n6;x=y\r\n world\r\n0\r\n\r\n";
my $answer = post('/app.py/body', $chunked, 'Transfer-Encoding', 'chunked');
is_deeply decode_json($answer->{body}),
    { length => 11, sha256 => sha256_hex('hello world') },
    'a chunked body arrives';

$answer = post('/app.py/body', 'x' x 4194305);
is $answer->{status}, 413, 'a body longer than PersistMaxBody is refused';
my $long = '';
$long .= "10000\r\n" . 'x' x 65536 . "\r\n" for 1 .. 65;
$answer = post('/app.py/body', "${long}0\r\n\r\n", 'Transfer-Encoding', 'chunked');
is $answer->{status}, 413, 'and so is a chunked one';
is post('/app.py/body', 'x')->{status}, 200, 'the next request is answered';

# Without PersistBuffer the script asks first, or refuses first.
my $http = Persist::Http->new($port);
$http->request('POST', '/app.py/body?streamed',
    headers => ['Expect', '100-continue', 'Content-Length', 5]);
is $http->head->{status}, 100, 'a script that wants the body sends 100';
$http->send_bytes('hello');
is decode_json($http->response->{body})->{length}, 5, 'and gets it';

$http = Persist::Http->new($port);
$http->request('POST', '/app.py/refuse?streamed',
    headers => ['Expect', '100-continue', 'Content-Length', 5]);
is $http->head->{status}, 403, 'a script that refuses first sends no 100';

is post('/app.py/refuse', 'y' x 1000000)->{status}, 403,
    'a body may stay unread';
is post('/app.py/body', 'x')->{status}, 200, 'without harm to the next one';

done_testing;
