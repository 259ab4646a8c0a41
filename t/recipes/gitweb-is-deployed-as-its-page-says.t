# SPDX-License-Identifier: Apache-2.0
# docs/recipes/gitweb.md, beside mod_cgid.
use v5.30;
use warnings;
use Persist::Recipe;
use Test::More;

Persist::Recipe->needs('git', 'curl', '/usr/share/gitweb/gitweb.cgi');
my $recipe = Persist::Recipe->deploy_cgi('gitweb');
$recipe->{mask} = sub { s/ right now|\d+ (?:sec|min) ago/AGE/g };

$recipe->each_protocol(sub {
    like $recipe->same('/')->{body}, qr{>shop\.git<}, 'the repository is listed';
    my $page = '/gitweb.cgi';
    $recipe->same("$page$_") for '', '/', '/shop.git', '/shop.git/log',
        '/shop.git/shortlog/refs/heads/main', '/shop.git/commit/HEAD',
        '/shop.git/tree', '/shop.git/blob/HEAD:/README',
        '/shop.git/blame/HEAD:/README', '/shop.git/patch/HEAD', '/shop.git/rss',
        '/shop.git/nowhere', '/nowhere.git', '?a=opml', '?a=project_index',
        '?p=shop.git;a=search;s=Begin;st=commit', '?p=shop.git;a=<script>';
    my $archive = $recipe->same("$page/shop.git/snapshot/HEAD.tar.gz");
    is substr($archive->{body}, 0, 2), "\x1f\x8b", 'an archive, as it is made';
    $recipe->same("$page/shop.git", '-I');
    $recipe->same("$page/shop.git", '-d', 'a=log');
    $recipe->same('/static/gitweb.css');
});

done_testing;
