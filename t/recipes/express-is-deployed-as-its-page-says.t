# SPDX-License-Identifier: Apache-2.0
# docs/recipes/express.md, beside Express on a port of its own.
use v5.30;
use warnings;
use Persist::Recipe;
use Test::More;

Persist::Recipe->needs('node', '/usr/share/nodejs/express', 'curl');
my $recipe = Persist::Recipe->deploy('express');
$recipe->express('app.js');
my $large = "$recipe->{folder}/public/large";
open my $file, '>', $large or die $!;
print $file join "\n", 1 .. 300_000;
close $file or die $!;

$recipe->each_protocol(sub {
    my $index = $recipe->same('/');
    like $index->{body}, qr{"/apps/express/notes"}, 'links are below the folder';
    like $recipe->same('/')->{body}, qr/Visits: 2/, 'a cookie is kept';
    $recipe->same('/', '-I');
    $recipe->same('/hello/M%C3%BCller%20%26%20Co', '-H', 'Accept: text/plain');
    $recipe->same('/hello/100%2525%20of%3F%23');
    $recipe->same('/hello');
    $recipe->same('/nowhere?x=%2F');
    $recipe->same('/hello/%FF');
    is $recipe->same('/notes', '--data-urlencode', "note=a b/\xc3\xa4")->{status}, 303,
        'a form arrives';
    $recipe->same('/notes', '-H', 'Content-Type: application/json', '-d', $_)
        for '{"note":"n"}', '{"note":', '{}';
    like $recipe->same('/size', '-T', $large)->{body}, qr/:@{[-s $large]}\}/,
        'a file arrives whole';
    $recipe->same('/size', '-T', $large, '-H', 'Transfer-Encoding: chunked');
    $recipe->same('/countdown');
    $recipe->same('/', '-X', $_) for 'DELETE', 'OPTIONS';
    my $style = $recipe->ask('httpd', '/public/style.css');
    is $style->{body}, "body { color: navy }\n", 'httpd sends static files';
    is $recipe->same("/$_")->{status}, 404, "$_ is not sent"
        for 'app.js', 'app.js/hello/you';
});

done_testing;
