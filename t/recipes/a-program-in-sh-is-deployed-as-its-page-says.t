# SPDX-License-Identifier: Apache-2.0
# docs/recipes/shell.md, beside mod_cgid.
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Recipe;
use Test::More;

Persist::Recipe->needs('curl');
my $recipe = Persist::Recipe->deploy_cgi('shell');
my $page = '/board.cgi';
my $root = $recipe->{httpd}{root};
# Each server keeps what it is sent.
system("cp -a $root/srv/board $root/srv/other") == 0 or die 'cp';
my $htaccess = "$recipe->{reference}{copy}/.htaccess";
Persist::App::put($htaccess => Persist::Httpd::slurp($htaccess) =~ s{/board$}{/other}mr);

$recipe->each_protocol(sub {
    my $kept = $recipe->same($page, '--data-urlencode', 'text=Grüße, <b> & 100 %');
    is $kept->{status}, 303, 'a text is kept';
    my ($path) = map { m{^location:.*($page/\d+)} } $kept->{lines}->@*;
    my $shown = $recipe->same($path);
    is $shown->{body}, "Grüße, <b> & 100 %\n", 'and shown';
    my ($tag) = map { /^etag: (.*)/ } $shown->{lines}->@*;
    is $recipe->same($path, '-H', "If-None-Match: $tag")->{status}, 304,
        'once for each client';
    like $recipe->same("$page?find=100+%25")->{body}, qr/Grüße, &lt;b&gt; &amp; 100 %/,
        'and found';
    unlike $recipe->same("$page?find=nothing")->{body}, qr/<li>/,
        'where it is looked for';
    is $recipe->same($page, '-H', 'Content-Type: text/plain', '--data-binary', "\@$0")
        ->{status}, 303, 'a file is kept';
    my $file = $path =~ s{(\d+)$}{$1 + 1}er;
    is $recipe->same($file)->{body}, Persist::Httpd::slurp($0), 'and shown';
    is $recipe->same($file, '-X', 'DELETE')->{status}, 204, 'and deleted';
    is $recipe->same($file)->{status}, 404, 'and gone';
    # Without a body: mod_cgid may lose the answer of a program that reads none.
    $recipe->same($file, '-X', 'PUT');
    $recipe->same($path, '-I');
    $recipe->same("$page$_") for '/../board.cgi', '/x', '/%2e%2e%2fx', '/', '?find=';
});

done_testing;
