# SPDX-License-Identifier: Apache-2.0
# docs/recipes/mercurial.md, beside wsgiref.
use v5.30;
use warnings;
use Persist::Recipe;
use Test::More;

Persist::Recipe->needs('hg', 'curl');
my $recipe = Persist::Recipe->deploy('mercurial');
$recipe->wsgiref('hgweb.wsgi');
$recipe->each_protocol(sub {
    $recipe->same($_) for '/', '/shop', '/shop/', '/shop/rev/tip',
        '/shop/file/tip/README', '/shop/raw-file/tip/README', '/shop/atom-log',
        '/shop/nowhere', '/nowhere', '/static/style-paper.css';
    $recipe->same('/shop/log?style=raw', '-I');
    $recipe->same('/shop?cmd=capabilities');
    $recipe->same('/shop?cmd=lookup&key=tip');
    my $archive = $recipe->same('/shop/archive/tip.tar.gz');
    is substr($archive->{body}, 0, 2), "\x1f\x8b", 'an archive, as it is made';
    isnt $recipe->same("/$_")->{status}, 200, "$_ is not sent"
        for 'hgweb.config', 'repos/shop/.hg/hgrc';
});

done_testing;
