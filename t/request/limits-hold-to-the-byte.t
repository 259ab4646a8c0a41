# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Apache::Test ();
use Persist::Http;
use Persist::Log 'lines_of_log';
use Persist::Wait 'becomes';
use Test::More;

use constant LIMIT => 100000;

my $port = Apache::Test::vars('port');

sub post {
    my ($page, $body, @headers) = @_;
    return Persist::Http->once($port, 'POST', "/flow/flow.py/$page",
        body => $body, headers => [@headers]);
}

sub chunked {
    my ($body) = @_;
    return join '', (map { sprintf "%x\r\n%s\r\n", length, $_ }
        unpack '(a3000)*', $body), "0\r\n\r\n";
}

for my $length (LIMIT - 1, LIMIT, LIMIT + 1) {
    my $body = 'x' x $length;
    my $fits = $length <= LIMIT;
    for my $answer (post('count?limited', $body),
        post('count?limited', chunked($body), 'Transfer-Encoding', 'chunked')) {
        is $answer->{status}, $fits ? 200 : 413, "$length bytes";
        is $answer->{body}, $length, 'arrive' if $fits;
    }
}
becomes { lines_of_log('PERSIST1007') >= 2 } 'what is too long is logged';

my $http = Persist::Http->new($port);
$http->request('POST', '/flow/flow.py/count?limited',
    headers => ['Content-Length', LIMIT + 1, 'Expect', '100-continue']);
is $http->head->{status}, 413, 'announced, it is refused before it is sent';

$http = Persist::Http->new($port);
$http->request('POST', '/flow/flow.py/unread?streamed',
    headers => ['Content-Length', 5, 'Expect', '100-continue']);
is $http->head->{status}, 200, 'nobody is told to send what nobody reads';

for my $length (1, 65536, 3000000) {
    my $answer = post 'unread', 'x' x $length;
    is $answer->{body}, "not read\n", "$length bytes may stay unread";
}

# A request header that is too long is httpd's matter, a response's is ours.
my $answer = Persist::Http->once($port, 'GET', '/flow/flow.py/unread',
    headers => ['X-Large', 'x' x 9000]);
is $answer->{status}, 400, 'a request header over the limit is refused';
is +Persist::Http->once($port, 'GET', '/flow/flow.py/large-header?size=60000')
    ->{headers}{'x-large'}, 'x' x 60000, 'a large response header is sent';
is +Persist::Http->once($port, 'GET',
    '/flow/flow.py/large-header?size=2097153')->{status}, 500,
    'one over the limit is the script\'s error';
is post('count', 'x')->{body}, 1, 'the next request is served';

done_testing;
