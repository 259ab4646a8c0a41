# SPDX-License-Identifier: Apache-2.0
# mod_deflate leaves an answer as it is that compression would make longer.
use v5.30;
use warnings;
use Apache::Test ();
use Persist::Http;
use Test::More;

my $port = Apache::Test::vars('port');

# The Content-Encoding of what raw/cgi.py answers, and its length in httpd's words.
sub coding {
    my ($path) = @_;
    my $http = Persist::Http->new($port);
    $http->request('GET', "/raw/cgi.py$path", headers => ['Accept-Encoding', 'gzip']);
    my $answer = $http->response // die 'no answer';
    return join ' ', $answer->{status}, map { $_ // '-' }
        @{ $answer->{headers} }{qw(content-encoding content-length)};
}

is coding('/plain?deflate=1'), '200 - 23', 'a tiny answer is sent as it is';
is coding('/cgi?deflate=1'), '200 - 23', 'so is one of a CGI script';
like coding('/plain?deflate=1&stream=1'), qr/^200 gzip /, 'a longer one is compressed';

done_testing;
