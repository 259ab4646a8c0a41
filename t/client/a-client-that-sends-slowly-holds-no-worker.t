# SPDX-License-Identifier: Apache-2.0
# httpd gathers a body before its request gets a worker: up to PersistBuffer, and
# as long as BufferShare has room for it.
use v5.30;
use warnings;
use Persist::Http 'threads_at_work';
use Persist::Httpd;
use Persist::Wait 'becomes';
use Test::More;

my $httpd = Persist::Httpd->new(conf => <<'END')->start;
PersistCeiling BufferShare 2M
LogFormat "%U %s" short
CustomLog ROOT/access short
<Location /flow/flow.py>
    PersistWorkers 0 1
</Location>
<If "%{QUERY_STRING} =~ /small/">
    PersistBuffer 100K off
</If>
<If "%{QUERY_STRING} =~ /large/">
    PersistBuffer 16M off
</If>
<If "%{QUERY_STRING} =~ /most/">
    PersistMaxBody 10
</If>
END
my $port = $httpd->{port};
my $puts = 0;
my $page = '/flow/flow.py';

is $httpd->get("$page/unread")->{body}, "not read\n", 'there is one worker';
my @slow = map {
    $httpd->open_request("$page/counted", method => 'POST',
        headers => ['Content-Length', 1000])
} 1 .. 5;
$_->send_bytes('x' x 10) for @slow;
becomes { threads_at_work($port) == 1 + @slow } 'clients send slowly';
is $httpd->get("$page/unread")->{body}, "not read\n", 'others are answered';
$_->send_bytes('x' x 990) for @slow;
is $_->response->{body}, '1000 1000', 'and so are they' for @slow;
@slow = ();

sub expecting {
    my ($url, $length) = @_;
    return $httpd->open_request($url, method => 'POST',
        headers => ['Expect', '100-continue', 'Content-Length', $length]);
}
my $http = expecting("$page/unread", 5);
is $http->head->{status}, 100, 'httpd asks for the body, not the script';
$http->send_bytes('hello');
is $http->response->{body}, "not read\n", 'which need not read it';
is expecting("$page/unread?most", 11)->head->{status}, 413,
    'httpd does not ask for one that is too long';

sub chunked {
    my ($url, $length) = @_;
    my $piece = 'y' x 50000;
    my $body = sprintf("%x\r\n%s\r\n", length $piece, $piece) x
        ($length / length $piece);
    return $httpd->get($url, method => 'POST', body => "${body}0\r\n\r\n",
        headers => ['Transfer-Encoding', 'chunked'])->{body};
}
is chunked("$page/counted", 50000), '50000 50000',
    'the length of a chunked body is told, inside REQUEST';
is chunked("$page/counted", 200000), '200000 200000', 'from memory';
is chunked("$page/counted", 2000000), '2000000 2000000', 'and from a file';
is chunked("$page/counted?small", 900000), 'unknown 900000',
    'one that is longer than PersistBuffer is whole';
is chunked("$page/counted?large", 5000000), 'unknown 5000000',
    'and so is one for which BufferShare has no room';

# Sends the body after a pause, which begins when httpd asks for it. Of a quick
# client httpd keeps no more than fits into memory.
sub put {
    my ($length, $pause) = @_;
    my $file = "$httpd->{root}/killed" . ++$puts;
    my $http = $httpd->open_request("$page/killed-once?file=$file", method => 'PUT',
        headers => ['Content-Length', $length, ('Expect', '100-continue') x !!$pause]);
    $http->head if $pause;
    sleep $pause;
    $http->send_bytes('x' x $length);
    return $http->response;
}
is put($_, 0)->{body}, $_, "$_ bytes are sent to another worker"
    for 50000, 200000;
is put(2000000, 1)->{body}, 2000000, 'and 2 MB of a slow client';
# On a busy machine not every try is quick, and workers that die so often are
# started with pauses.
becomes { put(2000000, 0)->{status} == 502 } 'but not those of a quick one';
is $httpd->get("$page/killed-once?small&file=$httpd->{root}/killed",
    method => 'PUT', body => 'x' x 2000000)->{status}, 502,
    'but not those that httpd has not kept';

if ($ENV{PERSIST_T_MPM} ne 'prefork') {
    my $file = "$httpd->{root}/body";
    open my $body, '>', $file or die $!;
    print $body 'z' x 2000000;
    close $body or die $!;
    is `curl -s --http2-prior-knowledge --data-binary \@$file http://127.0.0.1:$port$page/counted`,
        '2000000 2000000', 'HTTP/2';
}

# Nobody who fails to send his body gets a worker: this script never starts.
$http = $httpd->open_request('/two/same.py', method => 'POST',
    headers => ['Content-Length', 1000]);
$http->send_bytes('x' x 10);
becomes { threads_at_work($port) == 2 } 'a client sends a part of its body';
undef $http;
sub leavers {
    my @left = Persist::Httpd::slurp("$httpd->{root}/access") =~
        m{/two/same\.py (\d+)}g;
    return "@left";
}
becomes { leavers() eq '499' } 'and leaves';
# Of some, httpd sees the end with the beginning.
for (1 .. 9) {
    $httpd->open_request('/two/same.py', method => 'POST',
        headers => ['Content-Length', 1000])->send_bytes('x' x 10);
}
becomes { leavers() eq join ' ', (499) x 10 } 'so do others, at once';
is $httpd->get('/two/same.py', method => 'POST', body => "5\r\nhello\r\nnonsense\r\n",
    headers => ['Transfer-Encoding', 'chunked'])->{status}, 400,
    'one that sends a malformed chunk is told';
ok !grep({ $_->{script} =~ m{/two/} } $httpd->status->{pools}->@*),
    'no worker was started for them';

ok $httpd->stop, 'httpd stops';
done_testing;
