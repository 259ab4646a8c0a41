# SPDX-License-Identifier: Apache-2.0
# An ASGI application behind httpd: scope, bodies, clients that leave or are
# slow, deadlines, errors, and a startup that fails.
use v5.30;
use warnings;
use Digest::SHA 'sha256_hex';
use JSON::PP 'decode_json';
use Persist::Httpd;
use Persist::Wait 'becomes';
use Test::More;

my $httpd = Persist::Httpd->new(conf => <<'END')->start;
SetEnvIf X-Forwarded-Proto https HTTPS=on
<Location /asgi>
    PersistWorkers 0 1
    PersistConcurrency 100
    PersistBuffer off
</Location>
<Location /asgi/app.py/slow>
    PersistRequestTimeout 100ms 30s
</Location>
END

sub app {
    my ($method, $path, @more) = @_;
    return $httpd->get("/asgi/app.py/$path", method => $method, @more);
}

sub facts { return decode_json app('GET', 'status')->{body} }

sub told { return join ' ', facts()->{told}->@* }

my $scope = decode_json app('GET', 'm%C3%BC/path?a=%20b',
    headers => ['X-Forwarded-Proto', 'https'])->{body};
is_deeply $scope, {
    path => "/asgi/app.py/m\xfc/path", root_path => '/asgi/app.py',
    raw_path => '/asgi/app.py/m%C3%BC/path', query_string => 'a=%20b',
    http_version => '1.1', scheme => 'https',
    state => { started => JSON::PP::true } }, 'the scope is that of the request';

my $sent = 'x' x 700_000;
is app('POST', 'upload', body => $sent)->{body},
    '"' . sha256_hex($sent) . '"', 'a body is read to its end';
my $chunks = join '', map { "3e8\r\n" . 'y' x 1000 . "\r\n" } 1 .. 3;
is app('POST', 'upload', headers => ['Transfer-Encoding', 'chunked'],
    body => "${chunks}0\r\n\r\n")->{body},
    '"' . sha256_hex('y' x 3000) . '"', 'a chunked one, too';

my ($get, $head) = map { app($_, 'path') } qw(GET HEAD);
is $head->{headers}{'content-length'}, length $get->{body},
    'HEAD has the length of GET';
is $head->{body}, '', 'and no body';
is_deeply [app('GET', 'nothing')->@{qw(status body)}], [204, ''],
    'a status without a body has none';
my $source = Persist::Httpd::slurp("$httpd->{root}/site/asgi/app.py");
is app('GET', 'file')->{body}, $source, 'a file is sent by its path';
my $part = app('GET', 'file', headers => ['Range', 'bytes=3-5']);
is "$part->{status} $part->{body}", '206 ' . substr($source, 3, 3),
    'and httpd serves ranges of it';

my $failed = app('GET', 'failing');
is $failed->{status}, 500, 'an exception is a 500';
ok $httpd->wait_log(qr/LookupError: failed on purpose/),
    'whose traceback is in the log';
ok $httpd->wait_log(qr/PERSIST4012/), 'with its code';
is app('GET', 'slow')->{status}, 504, 'the soft deadline is a 504';

my $leaving = $httpd->open_request('/asgi/app.py/waiting');
$leaving->head;
is $leaving->chunk, "data: begun\n\n", 'a stream begins';
close $leaving->{socket};
becomes { told() eq 'http.disconnect behind it' }
    'the application learns that a client leaves, and works on';

is app('HEAD', 'waiting')->{status}, 200, 'the head of a stream comes';
becomes { told() eq join ' ', ('http.disconnect behind it') x 2 }
    'and the application learns that nobody waits';

my $slow = $httpd->open_request('/asgi/app.py/large');
is $slow->head->{status}, 200, 'a large response begins';
is app('GET', 'path')->{status}, 200, 'others are served while it is not read';
my $pid = facts()->{pid};
close $slow->{socket};
is facts()->{pid}, $pid, 'a slow client that leaves does no harm';

my $failing = Persist::Httpd->new;
open my $mark, '>', "$failing->{root}/no-database" or die $!;
$failing->start;
is $failing->get('/asgi/app.py/path')->{status}, 500,
    'a startup that fails is a 500';
ok $failing->wait_log(qr/PERSIST2002.*startup failed: no database/),
    'with the reason in the log';
ok $_->stop, 'httpd stops' for $httpd, $failing;
done_testing;
