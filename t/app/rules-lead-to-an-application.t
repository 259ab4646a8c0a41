# SPDX-License-Identifier: Apache-2.0
# SCRIPT_NAME is the folder's URL, however a URL gets there.
use v5.30;
use warnings;
use Persist::App qw(application_on ask modules put $ECHO);
use Persist::Http;
use Persist::Httpd;
use Test::More;

my ($httpd, $app) = application_on('Persist::Httpd',
    more => modules(qw(include)) . <<'END');
RewriteEngine On
RewriteRule ^/shop/(.*) ROOT/site/app/store/$1
RewriteRule ^/market/(.*) /app/store/$1 [PT]
RewriteRule ^/whole(/.*)? ROOT/site/app$1
RewriteRule ^/fair/(.*) /app/echo.py/$1 [PT]
RewriteRule ^/bazaar/ /app/echo.py [PT]
RewriteRule ^/app/.*\.php$ - [H=default-handler]
Alias /alias ROOT/site/app
Alias /piece ROOT/site/app/part
Alias /below/store ROOT/site/app/store
<Directory ROOT/site/page>
    Options +Includes
    SetOutputFilter INCLUDES
</Directory>
END
my $site = "$httpd->{root}/site";
symlink 'app', "$site/link" or die $!;
put("$site/page/page.html" => '<!--#include virtual="/app/part" -->',
    "$site/page/slash.html" => '<!--#include virtual="/app/" -->',
    "$site/fallback/.htaccess" => "FallbackResource /app/\n",
    "$site/index/.htaccess" => "DirectoryIndex /app/\n",
    "$app/public/robots.txt" => 'robots',
    "$site/error/.htaccess" => "ErrorDocument 404 /app/lost\n");
$httpd->start;

is ask($httpd, '/alias/x'), 'GET [/alias] [/x]', 'an alias';
is ask($httpd, '/alias'), '301 /alias/', 'its slash is added, too';
is ask($httpd, '/below/store/x'), 'GET [/below] [/store/x]',
    'an alias of a part that shows the folder';
is ask($httpd, '/link/x'), 'GET [/link] [/x]', 'a symbolic link';
is ask($httpd, '/whole/x'), 'GET [/whole] [/x]', 'a rule to the folder';
is ask($httpd, '/market/x'), 'GET [/app] [/store/x]', 'a rule to its URL';
is ask($httpd, '/app/x.php'), 'GET [/app] [/x.php]', 'a rule with a handler';
is ask($httpd, '/fair/x'), 'GET [/app] [/x]', 'a rule to its file';
is ask($httpd, '/bazaar/x'), 'GET [/app] [/]', 'which has no path of another URL';
for my $path ('/shop/x', '/piece/x') {
    my $before = length $httpd->log;
    is ask($httpd, $path), 500, "$path does not show where the folder is";
    like substr($httpd->log, $before), qr{PERSIST1010: .*: URL \Q$path\E, folder},
        'and the log says it';
}

is ask($httpd, '/fallback/a'), 'GET [/app] [/]', 'FallbackResource of others';
is ask($httpd, '/index/'), 'GET [/app] [/]', 'DirectoryIndex of others';
is ask($httpd, '/error/none'), 'GET [/app] [/lost]', 'ErrorDocument of others';
is ask($httpd, '/page/page.html'), 'GET [/app] [/part]', 'a part of a page';
is ask($httpd, '/page/slash.html'), 'GET [/app] [/]', 'the root as a part';

# Another folder cannot have the application's file sent or run.
put("$site/theft/.htaccess" => "DirectoryIndex /app/\nRewriteEngine On\n"
        . "RewriteRule ^ - [H=default-handler]\n");
is ask($httpd, '/theft/'), 'GET [/app] [/]', 'nor by a rule of its own';

# The folder's own rules.
sub htaccess {
    my (@lines) = @_;
    put("$app/.htaccess" =>
        join "\n", 'Options +ExecCGI', 'PersistApp echo.py', @lines, '');
}

htaccess('RewriteEngine On', 'RewriteRule ^old/(.*) new/$1',
    'RewriteRule ^away http://127.0.0.1/ [R]', 'RewriteRule ^no - [F]',
    'RewriteRule ^gone - [G]', 'RewriteRule ^env .env',
    'Redirect 302 /app/moved /app/here', 'ErrorDocument 410 /app/never');
is ask($httpd, '/app/old/x'), 'GET [/app] [/new/x]', 'an internal rule';
is ask($httpd, '/app/away'), '302 http://127.0.0.1/', 'a redirect';
like ask($httpd, '/app/moved'), qr{^302 .*/app/here$}, 'a Redirect';
is ask($httpd, '/app/no'), 403, 'a refusal';
is ask($httpd, '/app/env'), 'GET [/app] [/.env]', 'no rule sends a file';
is ask($httpd, '/app/gone'), 'GET [/app] [/never]', 'its own ErrorDocument';
for my $handler (qw(default-handler none server-status)) {
    htaccess('RewriteEngine On', "RewriteRule . - [H=$handler]");
    is ask($httpd, '/app/x'), 'GET [/app] [/x]', "no rule sets $handler";
}

# A front controller names the file, with the path or without it.
for my $target ('echo.py/$1', 'echo.py') {
    htaccess('RewriteEngine On', 'RewriteCond %{REQUEST_URI} !echo\.py',
        "RewriteRule ^(.*)\$ $target [QSA]");
    is ask($httpd, '/app/a/b?c'), 'GET [/app] [/a/b]', "$target is not shown";
    is ask($httpd, '/app/'), 'GET [/app] [/]', 'nor for the root';
    is ask($httpd, '/alias/a'), 'GET [/app] [/a]', 'nor below an alias'
        if $target =~ m{/} && put("$app/.htaccess" =>
            Persist::Httpd::slurp("$app/.htaccess") . "RewriteBase /app\n");
    is ask($httpd, '/app/echo.py/x'), 'GET [/app] [/echo.py/x]',
        'but for who asks for it';
    is ask($httpd, '/app/robots.txt'), 'GET [/app] [/robots.txt]',
        'nor does public/ show';
}
is ask($httpd, '/app/%252e%252e/100%25'), 'GET [/app] [/%2e%2e/100%]',
    'a path is decoded once';
put("$site/.htaccess" => "RewriteEngine On\nRewriteRule ^front(/.*)? "
    . "app/echo.py\$1\n");
is ask($httpd, '/front/x'), 'GET [/app] [/x]', 'a rule of the folder above';
is ask($httpd, '/front'), 'GET [/app] [/]', 'without a path';

# The application may check passwords itself, and may learn of TLS.
put("$app/echo.py" => $ECHO =~ s/"SCRIPT_NAME", "PATH_INFO"/"HTTP_AUTHORIZATION", "HTTPS"/r);
my @headers = (Authorization => 'Basic eDp5', 'X-Forwarded-Proto' => 'https');
htaccess();
is ask($httpd, '/app/', headers => [@headers]), 'GET [] []',
    'Authorization and HTTPS are hidden';
htaccess('CGIPassAuth On', 'SetEnvIf X-Forwarded-Proto https HTTPS=on');
is ask($httpd, '/app/', headers => [@headers]), 'GET [Basic eDp5] [on]',
    'until they are asked for';
htaccess('SetEnvIf Authorization "(.+)" HTTP_AUTHORIZATION=$1');
is ask($httpd, '/app/', headers => [@headers]), 'GET [Basic eDp5] []',
    'or by SetEnvIf';
put("$app/echo.py" => $ECHO);

htaccess('Require all denied');
is ask($httpd, '/app/x'), 403, 'access is checked';

htaccess();
unlink "$site/.htaccess" or die $!;
$httpd->reconfigure("DocumentRoot $app\n<Directory $httpd->{root}/site>\n"
    . "AllowOverride All\n</Directory>\n") or die;
is ask($httpd, '/'), 'GET [] [/]', 'DocumentRoot';
is ask($httpd, '/x/y'), 'GET [] [/x/y]', 'and what is below';
is $httpd->get('*', method => 'OPTIONS')->{body}, '', 'but not OPTIONS *';

ok $httpd->stop, 'httpd stops';
done_testing;
