# SPDX-License-Identifier: Apache-2.0
# docs/recipes/cgit.md, beside mod_cgid.
use v5.30;
use warnings;
use Persist::Recipe;
use Test::More;

Persist::Recipe->needs('git', 'curl', '/usr/lib/cgit/cgit.cgi');
my $recipe = Persist::Recipe->deploy_cgi('cgit');
$recipe->{mask} = sub {
    s/^((?:expires|last-modified): ).*/$1/;
    s/\d+ (?:sec|min)\./AGE/g;
    s/(<div class='footer'>.*) at .*/$1/;
};

$recipe->each_protocol(sub {
    like $recipe->same('/')->{body}, qr{/apps/cgit/shop}, 'the repository is listed';
    $recipe->same($_) for '/?q=shop', '/shop/', '/shop/log/', '/shop/commit/',
        '/shop/tree/', '/shop/tree/README', '/shop/blame/README', '/shop/patch/',
        '/shop/diff/', '/shop/atom/', '/shop/refs/', '/shop/stats/',
        '/shop/plain/README', '/shop/plain/nowhere', '/shop/nowhere/', '/nowhere/',
        '/shop/log/?qt=grep&q=Begin', '/shop/commit/?id=%3Cscript%3E',
        '/shop/info/refs', '/shop/HEAD';
    for my $archive ('shop-main.tar.gz', 'shop-main.zip') {
        is $recipe->same("/shop/snapshot/$archive")->{status}, 200,
            'an archive, as it is made';
    }
    $recipe->same('/shop/', '-I');
    # mod_cgid has no whole answer for a program that does not read its body.
    is $recipe->ask('httpd', '/shop/', '-d', 'a=log')->{status}, 200,
        'a body that is not read is no fault';
    $recipe->same('/static/cgit.css');
});
my $clone = "$recipe->{httpd}{root}/cloned";
my $url = "http://localhost:$recipe->{httpd}{port}/apps/cgit/shop";
is system('git', 'clone', '--quiet', $url, $clone), 0, 'a clone succeeds';
is Persist::Httpd::slurp("$clone/README"), "A shop.\n", 'and is complete';

done_testing;
