# SPDX-License-Identifier: Apache-2.0
# The first section of docs/guides/debug.md, on an application that did not start once.
use v5.30;
use warnings;
use Persist::App 'put';
use Persist::Doctor 'environment';
use Persist::Guide;
use Persist::Recipe;
use Test::More;

Persist::Recipe->needs('curl');
my $guide = Persist::Guide->new('guides/debug.md');
my $shop = "$guide->{httpd}{root}/srv/me/shop";
# The doctor loads the application in this environment, too.
put("$shop/.htaccess" => "Options +ExecCGI\nPersistApp auto\n" . environment(),
    "$shop/app.wsgi" => "import nothing_like_it\n");
$guide->configure(<<'END');
<VirtualHost *:80>
    ServerName localhost
    DocumentRoot /srv/me
    <Directory /srv/me>
        AllowOverride FileInfo Options=ExecCGI
        Require all granted
    </Directory>
</VirtualHost>
END
my ($status, $said) = $guide->run('curl http://localhost/shop/');
like $said, qr/500/, 'which does not load';
put("$shop/app.wsgi" => <<'END');
def application(environ, start_response):
    start_response("200 OK", [])
    return [b"ok"]
END
($status, $said) = $guide->run('curl http://localhost/shop/');
is $said, 'ok', 'and is mended';
$guide->go_on(section => 'At three in the morning');

done_testing;
