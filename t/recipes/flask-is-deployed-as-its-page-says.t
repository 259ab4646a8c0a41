# SPDX-License-Identifier: Apache-2.0
# docs/recipes/flask.md, beside wsgiref.
use v5.30;
use warnings;
use Persist::Recipe;
use Test::More;

Persist::Recipe->needs('python', 'curl');
my $recipe = Persist::Recipe->deploy('flask');
$recipe->wsgiref('app:app');
$recipe->each_protocol(sub {
    my $index = $recipe->same('/');
    like $index->{body}, qr{"/apps/flask/hello/you"}, 'links are below the folder';
    $recipe->same('/', '-I');
    $recipe->same('/hello/M%C3%BCller%20%26%20Co', '-H', 'Accept: text/plain');
    $recipe->same('/hello');
    $recipe->same('/nowhere?x=1');
    $recipe->same('/hello/you', '-X', 'DELETE');
    $recipe->same('/hello/you', '-X', 'OPTIONS');
    my $upload = $recipe->same('/upload', '-F', "file=\@$0;filename=test.t");
    is $upload->{body}, 'test.t: ' . (-s $0) . " bytes\n", 'a file arrives whole';
    $recipe->same('/upload', '-d', 'no=file');
    my $style = $recipe->ask('httpd', '/static/style.css');
    is $style->{body}, "body { color: navy }\n", 'httpd sends static files';
    isnt $recipe->same("/$_")->{status}, 200, "$_ is not sent"
        for 'app.py', '.venv/pyvenv.cfg';
});

$recipe->logs_exceptions('app.py', '@app.get("/broken")', 'def broken():',
    '    return {}["basket"]');

done_testing;
