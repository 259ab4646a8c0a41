# SPDX-License-Identifier: Apache-2.0
# An application of Express, by the SDK for Node.js: as a script, and mounted on a
# folder.
use v5.30;
use warnings;
use JSON::PP;
use Persist::Httpd;
use Persist::Wait 'becomes';
use Test::More;

plan skip_all => 'no Express for Node.js 18'
    if system "NODE_PATH=/usr/share/nodejs node -e 'require(\"express\")' 2>/dev/null";

my $httpd = Persist::Httpd->new(conf => <<"END")->start;
PersistEnv NODE_PATH $ENV{PERSIST_T_NODE_PATH}:/usr/share/nodejs
PersistEnv NODE_ENV production
PersistWorkers 0 1
PersistBootTimeout 300s
PersistQueue 100 300s
RewriteEngine On
RewriteRule "^/mounted(/.*)\$" "/node/express.js\$1" [PT]
END
my @FORM = ('Content-Type', 'application/x-www-form-urlencoded');
my @JSON = ('Content-Type', 'application/json');

for my $mount ('/node/express.js', '/mounted') {
    my $ask = sub { my ($path, @o) = @_; $httpd->get("$mount$path", @o) };
    my $post = sub { $ask->($_[0], method => 'POST', body => $_[1],
        headers => $_[2] // []) };

    my $index = $ask->('/');
    is $index->{body}, 'the index', "$mount: the index" or diag $httpd->log;
    is $ask->('/', headers => ['If-None-Match', $index->{headers}{etag}])->{status},
        304, 'which need not come twice';
    is $ask->('/hello/a%20b+c')->{body}, 'hello a b+c', 'escapes in the path';
    is $ask->('/hello/%C3%BC')->{body}, "hello \xc3\xbc", 'UTF-8 in the path';
    is_deeply decode_json($ask->('/urls?a=%2F')->{body}),
        [$mount, '/urls?a=%2F', "$mount/urls?a=%2F"], 'baseUrl, url, originalUrl';
    is $ask->('/nowhere')->{status}, 404, 'no such page';
    is_deeply decode_json($post->('/form', 'a=1&b=%2B+%C3%A4&a=2', \@FORM)->{body}),
        { a => [1, 2], b => "+ \xe4" }, 'a form';
    is $post->('/form', '{"a":[1]}', \@JSON)->{body}, '{"a":[1]}', 'JSON';
    is $post->('/form', '{"a":', \@JSON)->{status}, 400, 'which may be wrong';
    my $large = "\0\xff\r\n" x 1_000_000;
    is $post->('/size', $large)->{body}, 4_000_000, 'an upload';
    ok $post->('/echo', $large)->{body} eq $large, 'a stream that is piped';
    my $chunk = sprintf "%x\r\n%s\r\n0\r\n\r\n", length $large, $large;
    is $post->('/size', $chunk, ['Transfer-Encoding', 'chunked'])->{body}, 4_000_000,
        'one without a length';
    my $form = "5\r\na=1&b\r\n0\r\n\r\n";
    is $post->('/form', $form, [@FORM, 'Transfer-Encoding', 'chunked'])->{body},
        '{"a":"1","b":""}', 'a form without a length';

    my $away = $ask->('/away');
    is $away->{status}, 302, 'a redirect';
    is $away->{headers}{location}, "$mount/hello/you", 'below the mount';
    is $httpd->get("/$mount/away")->{headers}{location}, "$mount/hello/you",
        'on this host, also where the URL has two slashes';
    my ($cookie) = ($ask->('/count')->{headers}{'set-cookie'} // '') =~ /^([^;]+)/;
    is $ask->('/count', headers => ['Cookie', $cookie])->{body}, 2, 'a cookie';
    is $ask->('/pieces')->{body}, "piece 1\npiece 2\npiece 3\n", 'in pieces';
    is $ask->('/coded')->{body}, 'coded', 'a coding that the application names';
    is $ask->('/static/file.txt')->{body}, "a file\n", 'a static file';
    is $ask->('/static/file.txt', headers => ['Range', 'bytes=2-3'])->{body}, 'fi',
        'a range of it';
    is $ask->('/static/../../file')->{status}, 404, 'no file elsewhere';
    my $head = $ask->('/', method => 'HEAD');
    is "$head->{status}$head->{body}$head->{headers}{'content-length'}", 2009, 'HEAD';
    my $fails = $ask->('/fails');
    is $fails->{status}, 500, 'an error';
    like $fails->{body}, qr/<html/i, "has the framework's page";
    becomes { $httpd->log =~ /as ordered\s.*express\.js:\d+/s } 'and its stack in the log';
    my $pid = $ask->('/pid')->{body};
    my %error = (rejects => 'rejected', later => 'later');
    for my $page (sort keys %error) {
        is $ask->("/$page")->{status}, 500, "$page: an error that Express does not see";
        ok $httpd->wait_log(qr/Error: $error{$page} as ordered\s/), 'is in the log';
        becomes { $ask->('/pid')->{body} ne $pid } 'and the worker is replaced';
        $pid = $ask->('/pid')->{body};
    }
    is $ask->('/')->{body}, 'the index', 'which goes on';
}
ok $httpd->stop, 'httpd stops';
done_testing;
