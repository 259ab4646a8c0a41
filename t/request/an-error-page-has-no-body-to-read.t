# SPDX-License-Identifier: Apache-2.0
# ErrorDocument may be a script. The body of the request that failed is not its
# own: who knows where that ends. And when the page fails itself, that is the end.
use v5.30;
use warnings;
use JSON::PP 'decode_json';
use Persist::Httpd;
use Test::More;

my $httpd = Persist::Httpd->new(conf => <<'END')->start;
PersistMaxBody 1M
ErrorDocument 413 /app.py/body
ErrorDocument 403 /app.py/body
<Location /refused/noexec/app.py/env>
    ErrorDocument 403 /app.py/env
</Location>
<Location /raw/cgi.py>
    ErrorDocument 502 /raw/cgi.py/plain?fail=1
</Location>
<Location /raw/pages.py>
    ErrorDocument 502 /raw/pages.py/informed?count=17
</Location>
<Directory ROOT/site>
    RewriteEngine On
    RewriteRule ^moved$ /app.py/body
</Directory>
END

sub is_empty {
    my ($answer, $name) = @_;
    is eval { decode_json($answer->{body})->{length} }, 0,
        "the page for a body that was $name is the script's, who finds none";
}

is_empty($httpd->get('/app.py/body', method => 'POST', body => 'x' x 2000000),
    'announced too large');
my $chunks = ("10000\r\n" . 'x' x 65536 . "\r\n") x 17;
is_empty($httpd->get('/app.py/body', method => 'POST', body => $chunks,
        headers => ['Transfer-Encoding', 'chunked']),
    'longer than allowed');

my $http = $httpd->open_request('/refused/noexec/app.py', method => 'POST',
    headers => ['Expect', '100-continue', 'Content-Length', 5]);
my $head = $http->head;
is $head->{status}, 200, 'nobody asks for the body of a request that failed';
my $answer = $httpd->get('/refused/noexec/app.py/env', method => 'POST',
    body => 'hello');
my $env = eval { decode_json $answer->{body} } // {};
is $env->{REDIRECT_STATUS}, 403, 'the script knows what happened';
ok !exists $env->{CONTENT_LENGTH}, 'and that there is no body';

# A redirect without an error takes the body along.
$answer = $httpd->get('/moved', method => 'POST', body => 'hello');
is eval { decode_json($answer->{body})->{length} }, 5,
    'a body goes where its request is redirected';

# With a RESPONSE or an INFO that came before.
my %failing = (
    4006 => '/raw/cgi.py/plain?fail=1', 4002 => '/raw/pages.py/informed?count=17');
for my $code (sort keys %failing) {
    is $httpd->get($failing{$code})->{status}, 502, "$code, of its page as well";
    is scalar(() = $httpd->log =~ /PERSIST$code: /g), 2, 'is not repeated';
}

ok $httpd->stop, 'httpd stops';
done_testing;
