# SPDX-License-Identifier: Apache-2.0
# Applications of Mojolicious and of Dancer2, with the SDK's adapter for PSGI.
use v5.30;
use warnings;
use JSON::PP;
use Persist::Httpd;
use Test::More;

my %NEEDS = (mojo => 'Mojolicious', dancer => 'Dancer2');
my @there = grep { system("$^X -M$NEEDS{$_} -e1 2>/dev/null") == 0 } sort keys %NEEDS;
plan skip_all => 'neither Mojolicious nor Dancer2' if !@there;

my $httpd = Persist::Httpd->new(conf => <<"END")->start;
PersistEnv PERL5LIB $ENV{PERSIST_T_PERL5LIB}
PersistWorkers 0 1
PersistBootTimeout 300s
PersistQueue 100 300s
END
my @FORM = ('Content-Type', 'application/x-www-form-urlencoded');

for my $name (@there) {
    my $mount = "/perl/$name.pl";
    my $ask = sub { my ($path, @o) = @_; $httpd->get("$mount$path", @o) };
    my $post = sub { $ask->($_[0], method => 'POST', body => $_[1],
        headers => $_[2] // []) };

    is $ask->('/')->{body}, 'the index', "$name: the index" or diag $httpd->log;
    is $ask->('/hello/a%20b+c')->{body}, 'hello a b+c', "$name: escapes in the path";
    # Below a mount Mojolicious takes UTF-8 for characters, with any server.
    is $ask->('/hello/%C3%BC')->{body}, "hello \xc3\xbc", "$name: UTF-8 in the path"
        if $name ne 'mojo';
    is $ask->('/nowhere')->{status}, 404, "$name: no such page";
    is_deeply decode_json($post->('/form', 'a=1&b=%2B+%C3%A4&a=2', \@FORM)->{body}),
        { a => [1, 2], b => "+ \xe4" }, "$name: a form";
    my $large = "\0\xff\r\n" x 100_000;
    is $post->('/size', $large)->{body}, 400_000, "$name: a large body";
    my $chunk = sprintf "%x\r\n%s\r\n0\r\n\r\n", length $large, $large;
    is $post->('/size', $chunk, ['Transfer-Encoding', 'chunked'])->{body}, 400_000,
        "$name: one without a length";
    my $file = "--X\r\nContent-Disposition: form-data; name=\"file\"; "
        . "filename=\"f\"\r\n"
        . "\r\n$large\r\n--X--\r\n";
    is $post->('/upload', $file, ['Content-Type', 'multipart/form-data; boundary=X'])
        ->{body}, 'f 400000', "$name: an upload";

    my $away = $ask->('/away');
    is $away->{status}, 302, "$name: a redirect";
    like $away->{headers}{location}, qr{\Q$mount\E/hello/you$}, "$name: below";
    is $ask->('/link')->{body}, "http://127.0.0.1:$httpd->{port}$mount/form",
        "$name: a link";
    my ($cookie) = ($ask->('/count')->{headers}{'set-cookie'} // '') =~ /^([^;]+)/;
    is $ask->('/count', headers => ['Cookie', $cookie])->{body}, 2,
        "$name: a session";
    my $pieces = $ask->('/pieces');
    is $pieces->{body}, "piece 1\npiece 2\npiece 3\n", "$name: in pieces";
    my $head = $ask->('/', method => 'HEAD');
    is "$head->{status}$head->{body}", 200, "$name: HEAD";
    my $fails = $ask->('/fails');
    is $fails->{status}, 500, "$name: an error";
    like $fails->{body}, qr/<html/i, "$name: has the framework's page";
    is $ask->('/')->{body}, 'the index', "$name: and the worker goes on";
}
ok $httpd->stop, 'httpd stops';
done_testing;
