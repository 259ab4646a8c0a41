# SPDX-License-Identifier: Apache-2.0
# docs/recipes/sinatra.md, beside puma.
use v5.30;
use warnings;
use Persist::Recipe;
use Test::More;

plan skip_all => 'Ruby has no worker SDK here' if !$ENV{PERSIST_T_RUBY};
Persist::Recipe->needs('puma', 'curl', 'openssl');
my $recipe = Persist::Recipe->deploy('sinatra');
$recipe->puma;
# A session is sealed with a nonce, and each server has a file of its own.
$recipe->{mask} = sub {
    s/(?<=rack\.session=)[^;]+/SESSION/;
    s/^(last-modified): .*/$1: TIME/;
};
my $large = "$recipe->{folder}/views/large";
open my $file, '>', $large or die $!;
print $file join "\n", 1 .. 60_000;
close $file or die $!;

# A file that Sinatra sends gets a tag by httpd.
sub file_of {
    my ($path) = @_;
    local $recipe->{added} = { etag => 1 };
    my $answer = $recipe->same($path);
    my ($tag) = grep { s/^etag: // } $answer->{lines}->@*;
    is $recipe->ask('httpd', $path, '-H', "If-None-Match: $tag")->{status}, 304,
        'which need not come twice';
    return $answer;
}

$recipe->each_protocol(sub {
    my $index = $recipe->same('/');
    like $index->{body}, qr{/apps/wall/files"}, 'links are below the folder';
    like $recipe->same('/')->{body}, qr/Visits: 2/, 'a session is kept';
    $recipe->same('/', '-I');
    my $sent = $recipe->same('/files', '-F', "file=\@$large;filename=l.txt");
    is $sent->{status}, 303, 'a file arrives';
    is file_of('/files/l.txt')->{body}, join("\n", 1 .. 60_000),
        'and comes back whole';
    $recipe->same('/files/l.txt', '-I');
    $recipe->same('/files/l.txt', '-r', '5-14');
    $recipe->same('/files/none');
    $recipe->same('/files', '-F', "file=\@$large;filename=.htaccess");
    $recipe->same('/files', '-d', 'no=file');
    $recipe->same('/countdown');
    $recipe->same('/nowhere/M%C3%BCller%20%26%20Co?x=%2F');
    $recipe->same('/', '-X', $_) for 'DELETE', 'OPTIONS';
    my $style = $recipe->ask('httpd', '/wall.css');
    is $style->{body}, "body { margin: 2em }\n", 'httpd sends static files';
    is $recipe->same("/$_")->{status}, 404, "$_ is not sent"
        for 'app.rb', '.env', 'views/index.erb';
});

done_testing;
