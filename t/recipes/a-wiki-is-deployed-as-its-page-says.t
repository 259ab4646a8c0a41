# SPDX-License-Identifier: Apache-2.0
# docs/recipes/wiki.md, beside wsgiref.
use v5.30;
use warnings;
use Persist::Recipe;
use Test::More;

Persist::Recipe->needs('python', 'git', 'curl');
my $recipe = Persist::Recipe->deploy('wiki');
$recipe->wsgiref('wsgi');
$recipe->{mask} = sub {
    s/^(set-cookie: session)=[^;]+/$1/;
    s/^((?:etag|last-modified): ).*/$1/;
    s/(csrf.token" (?:value|content)=)"[^"]+"/$1/g;
    s/\b[0-9a-f]{6,40}\b/REVISION/g;
    s/\d\d:\d\d:\d\d/TIME/g;
};

# The field of a form whose value the last page has.
sub token {
    my ($last) = @_;
    return $last->{body} =~ /name="(csrf_token)" value="([^"]+)"/
        ? "$1=$2" : 'no token';
}

$recipe->each_protocol(sub {
    my $page = "/New$recipe->{protocol}";
    $recipe->same($_) for '/', '/-/about', '/-/help', '/static/css/otterwiki.css',
        $page, "$page/edit";
    my $saved = $recipe->same("$page/save", '-d', \&token, '-d',
        'commit=First', '--data-urlencode', 'content=Grüße, *otters*');
    is $saved->{status}, 302, 'a page is saved';
    like $recipe->same($page)->{body}, qr{Grüße, <em>otters</em>}, 'and shown';
    $recipe->same("$page/attachments");
    $recipe->same("$page/attachments", '-F', \&token, '-F',
        "file=\@$0;filename=test.txt");
    is $recipe->same("$page/a/test.txt")->{body}, Persist::Httpd::slurp($0),
        'a file is attached';
    $recipe->same("$page/a/test.txt", '-H', 'Range: bytes=5-9');
    $recipe->same($_) for "$page/source", '/-/search?query=otters',
        '/-/login';
    isnt $recipe->same("/$_")->{status}, 200, "$_ is not sent"
        for 'settings.cfg', 'data/users.sqlite';
});

done_testing;
