# SPDX-License-Identifier: Apache-2.0
# docs/recipes/awstats.md, beside mod_cgid.
use v5.30;
use warnings;
use Persist::Recipe;
use Test::More;

Persist::Recipe->needs('curl', '/usr/lib/cgi-bin/awstats.pl');
my $recipe = Persist::Recipe->deploy_cgi('awstats');
$recipe->{mask} = sub { s/^(?:expires|last-modified): .*/DATED/ };
my $page = '/awstats.pl?config=shop&year=2024&month=03';

$recipe->each_protocol(sub {
    my $main = $recipe->same($page);
    like $main->{body}, qr{192\.0\.2\.1}, 'the visitors are there';
    $recipe->same("$page&$_") for 'output=urldetail', 'output=errors404',
        'output=lasthosts', 'framename=mainright', 'lang=de',
        'output=nonsense', 'output=%3Cscript%3E';
    $recipe->same('/awstats.pl?config=shop&year=2024&month=all');
    $recipe->same('/awstats.pl?config=nowhere');
    $recipe->same('/awstats.pl', '-d', 'config=shop&year=2024&month=03');
    $recipe->same($page, '-I');
    like $recipe->same('/icon/other/vv.png')->{body}, qr/\A\x89PNG/, 'icons are sent';
    is $recipe->ask('httpd', '/awstats.shop.conf')->{status}, 403,
        'the configuration is not sent';
});

done_testing;
