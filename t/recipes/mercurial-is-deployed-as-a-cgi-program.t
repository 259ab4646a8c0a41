# SPDX-License-Identifier: Apache-2.0
# docs/recipes/mercurial-cgi.md, beside mod_cgid: pages, a clone and pushes by hg.
use v5.30;
use warnings;
use Persist::App 'put';
use Persist::Httpd;
use Persist::Recipe;
use Test::More;

Persist::Recipe->needs('hg', 'curl');
my $recipe = Persist::Recipe->deploy_cgi('mercurial-cgi');
my $root = $recipe->{httpd}{root};
local $ENV{HOME} = $root;

sub hg { system('hg', '--quiet', @_) == 0 }

sub url { "http://localhost:$recipe->{$_[0]}{port}/apps/hgcgi/shop" }

$recipe->each_protocol(sub {
    $recipe->same($_) for '/', '/shop', '/shop/', '/shop/rev/tip',
        '/shop/file/tip/README', '/shop/raw-file/tip/README', '/shop/nowhere',
        '/nowhere', '/static/style-paper.css', '/hgweb.cgi', '/hgweb.cgi/shop';
    $recipe->same('/shop/log?style=raw', '-I');
    $recipe->same('/shop?cmd=capabilities');
    $recipe->same('/shop?cmd=lookup&key=tip');
    my $archive = $recipe->same('/shop/archive/tip.tar.gz');
    is substr($archive->{body}, 0, 2), "\x1f\x8b", 'an archive, as it is made';
});

# A bundle of some MB each way.
open my $random, '<:raw', '/dev/urandom' or die $!;
read $random, my $bytes, 4 << 20 or die $!;
for my $server ('httpd', 'reference') {
    my $folder = "$root/of-$server";
    ok hg('clone', url($server), $folder), "$server: a clone succeeds";
    put("$folder/$server" => $bytes);
    ok hg('-R', $folder, 'commit', '--addremove', '--user', 'you', '-m', $server),
        'a large file is committed';
    ok hg('-R', $folder, 'push', '--force', url($server)), 'and pushed';
    ok hg('clone', url($server), "$folder-again"), 'and cloned';
    is Persist::Httpd::slurp("$folder-again/$server"), $bytes, 'which has it whole';
}

done_testing;
