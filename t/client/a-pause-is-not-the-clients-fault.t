# SPDX-License-Identifier: Apache-2.0
# A client sends everything at once, and the script takes its time: by Debian's
# RequestReadTimeout (body=10,minrate=500) it must not look slow.
use v5.30;
use warnings;
use Apache::Test ();
use Persist::Http;
use Persist::Httpd;
use Test::More;

my $long = $ENV{PERSIST_T_LONG};
my ($pause, $limit) = $long ? (15, 'body=10,minrate=500') :
    (1.5, 'body=1,minrate=500');
my $httpd = Persist::Httpd->new(
    conf => "RequestReadTimeout header=20-40,minrate=500 $limit\n")->start;

# All at the same time, each with a worker of its own. One that really is slow is
# still found out.
my $slow = $httpd->open_request('/flow/flow.py/count', method => 'POST',
    headers => ['Content-Length', 1000]);
$slow->send_bytes('x' x 10);
my %begun = map {
    ($_ => $httpd->open_request("/flow/flow.py/count?pause=$pause",
        method => 'POST', body => 'x' x $_))
} 200000, 1500000;
for my $length (200000, 1500000) {
    my $answer = $begun{$length}->response // { status => 'none', body => '' };
    is $answer->{status}, 200, "$length bytes, read with pauses of $pause s";
    is $answer->{body}, $length, 'are all read';
}
is $slow->head->{status}, 408, 'a client that does not send is refused';

$httpd->stop;
done_testing;
