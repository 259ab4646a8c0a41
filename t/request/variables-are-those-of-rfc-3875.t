# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Apache::Test ();
use Apache::TestRequest qw(GET POST);
use JSON::PP 'decode_json';
use Test::More;

my $port = Apache::Test::vars('port');
my $root = Apache::Test::vars('documentroot');
my $got = decode_json GET(
    '/app.py/env?x=1&y=%20', 'X-Mine' => 'yes', ':X_Mine' => 'forged',
    Cookie => 'c=d',
    Authorization => 'Basic eDp5', Proxy => 'http://evil/')->content;
my %want = (
    GATEWAY_INTERFACE => 'CGI/1.1',
    HTTP_COOKIE => 'c=d',
    HTTP_X_MINE => 'yes',
    PATH_INFO => '/env',
    PATH_TRANSLATED => "$root/env",
    QUERY_STRING => 'x=1&y=%20',
    REMOTE_ADDR => '127.0.0.1',
    REQUEST_METHOD => 'GET',
    SCRIPT_NAME => '/app.py',
    SERVER_NAME => '127.0.0.1',
    SERVER_PORT => $port,
    SERVER_PROTOCOL => 'HTTP/1.1',
    # beyond the RFC, as httpd's CGI scripts know them
    DOCUMENT_ROOT => $root,
    REQUEST_URI => '/app.py/env?x=1&y=%20',
    SCRIPT_FILENAME => "$root/app.py",
);
is $got->{$_}, $want{$_}, "$_ is set" for sort keys %want;
like $got->{SERVER_SOFTWARE}, qr/Apache/, 'SERVER_SOFTWARE is set';
ok exists $got->{$_}, "$_ is there" for qw(REMOTE_PORT SERVER_ADDR);
ok !exists $got->{$_}, "$_ is not there"
    for qw(CONTENT_LENGTH CONTENT_TYPE HTTP_AUTHORIZATION HTTP_PROXY);

my $plain = decode_json GET('/app.py')->content;
ok $plain->{pid}, 'without PATH_INFO the script answers, too';

my $form = decode_json POST('/app.py/env', [a => 'b'])->content;
is $form->{CONTENT_TYPE}, 'application/x-www-form-urlencoded',
    'CONTENT_TYPE is that of the form';
is $form->{CONTENT_LENGTH}, 3, 'CONTENT_LENGTH is its length';
is $form->{REQUEST_METHOD}, 'POST', 'REQUEST_METHOD is POST';

done_testing;
