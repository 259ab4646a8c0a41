# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Apache::Test ();
use Persist::Http;
use Persist::Log qw(lines_of_log log_text);
use Persist::Wait 'becomes';
use POSIX 'mkfifo';
use Test::More;

my $port = Apache::Test::vars('port');
my $gate = Apache::Test::vars('t_dir') . '/gate';
mkfifo($gate, 0600) or die "$gate: $!" if !-p $gate;

sub get {
    my ($page) = @_;
    return Persist::Http->once($port, 'GET', "/raw/hostile.py/$page");
}

my %refused = (
    4002 => [qw(garbage four-gib array list bytes map nesting unknown empty seq
            body-first end-first want 101 104 status odd broken-mark
            refuse-after refuse-trailers fault-200 fault-404 fault-cgi
            fault-garbage)],
    4003 => [qw(crlf name no-name nul second-type second-location second-length
            no-number negative info-crlf)],
    4004 => [qw(short long at-once-short at-once-long)],
    4006 => ['at-once-not-ok']);

for my $code (sort keys %refused) {
    for my $page ($refused{$code}->@*) {
        my $before = lines_of_log("PERSIST$code");
        my $answer = get $page;
        is $answer->{status}, 502, "$page is a 502";
        unlike join("\n", %{ $answer->{headers} }), qr/stolen/, 'no more';
        becomes { lines_of_log("PERSIST$code") > $before } "as PERSIST$code";
        is get('fine')->{body}, 'hello', 'the next request is answered';
    }
}

# Interim responses have the fields that belong to no other.
my $http = Persist::Http->new($port)->request('GET', '/raw/hostile.py/102');
is $http->head->{status}, 102, '102 is an interim response';
is $http->response->{body}, 'hello', 'and the answer follows';
$http->request('GET', '/raw/hostile.py/info-mixed');
is_deeply $http->head, { status => 103, reason => 'Early Hints',
    headers => { link => '</a>', 'x-a' => 'b' }, lines => ['Link: </a>', 'X-A: b'] }, 'what belongs to a response is left out';
is $http->response->{body}, 'hello', 'which follows it';

is get('right')->{body}, 'hello', 'a right Content-Length is kept';
my $answer = get 'hop';
is $answer->{body}, 'hello', 'headers of the connection are left out';
is $answer->{headers}{'transfer-encoding'}, undef, 'all of them';
get 'log';
becomes { log_text() =~ /forged line/ } 'LOG reaches the log';
unlike log_text(), qr/^forged line/m, 'but makes no line of its own';
is get('twice')->{body}, 'hello', 'a second answer is nobody\'s';
is get('fine')->{body}, 'hello', 'nor the next request\'s';

# What has been begun can't become a 502.
my %cut = (short => 4004, long => 4004, garbage => 4002, 'four-gib' => 4002,
    'not-ok' => 4006, die => 4001);
for my $page (sort keys %cut) {
    my $before = lines_of_log("PERSIST$cut{$page}");
    my $http = Persist::Http->new($port);
    $http->request('GET', "/raw/hostile.py/stream-$page");
    my $head = $http->head;
    is $head->{status}, 200, "$page: a response is begun";
    my $chunked = !defined $head->{headers}{'content-length'};
    is $chunked ? $http->chunk : $http->take(5), 'begin', 'and its first bytes';
    open my $go, '>', $gate or die $!;
    print $go 'x';
    close $go;
    my $rest = '';
    if ($chunked) {
        $rest = $http->chunk;
        ok !defined $rest || $rest ne '', 'the stream has no proper end';
    } else {
        1 while $http->more;
        is $http->{buffer}, $page eq 'long' ? 'xxxxx' : $page eq 'short' ? 'x' :
            '', 'the stream is cut where it was good';
    }
    becomes { lines_of_log("PERSIST$cut{$page}") > $before } 'with its code';
    is get('fine')->{body}, 'hello', 'the next request is answered';
}

done_testing;
