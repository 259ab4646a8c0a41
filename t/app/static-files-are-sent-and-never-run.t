# SPDX-License-Identifier: Apache-2.0
# static/ and public/: httpd sends their files, and never runs one. Whatever it
# does not send, the application gets.
use v5.30;
use warnings;
use Persist::App qw(application_on ask modules put $ECHO);
use Persist::Httpd;
use Test::More;

my $cgi = $ENV{PERSIST_T_MPM} eq 'prefork' ? 'cgi' : 'cgid';
my ($httpd, $app) = application_on('Persist::Httpd',
    more => modules($cgi, qw(include filter negotiation actions asis)) . <<"END");
TypesConfig /etc/mime.types
<IfModule cgid_module>
    ScriptSock ROOT/cgid
</IfModule>
AddHandler cgi-script .cgi
AddHandler type-map .var
AddHandler send-as-is .asis
AddOutputFilter INCLUDES .shtml
Action acted /action/
AddHandler acted .act
AddOutputFilterByType DEFLATE text/css
<FilesMatch "\\.(?:php|py)\$">
    SetHandler persist-script
</FilesMatch>
<Directory ROOT/site>
    Options +Includes +MultiViews
    XBitHack on
</Directory>
END
my $shell = "#!/bin/sh\necho; echo it runs\n";
my $page = '<!--#echo var="DOCUMENT_URI" -->';
my %static = (
    'style.css' => 'p {}' x 500, 'a b.css' => 'q {}', 'deep/er/x.js' => 'x',
    'x.cgi' => $shell, 'x.py' => $ECHO, 'x.php' => '<?php 1',
    'x.var' => 'URI: x.php', 'x.asis' => "Status: 204\n\n", 'x.act' => 'act',
    'x.shtml' => $page, 'x.html' => $page, 'wsgi.py' => $ECHO);
put(map { ("$app/static/$_" => $static{$_}) } keys %static);
put("$app/static/$_" => 'SECRET') for '.env', '.git/config', '.well-known/x';
put("$app/public/$_" => 'SECRET') for '.env', '.well-known/.env', 'a/.well-known/x',
    '.well-known.old/x';
put("$app/static2/x.css" => 'SECRET', "$app/config/x.css" => 'SECRET');
put("$httpd->{root}/outside/x.css" => 'SECRET');
symlink '../echo.py', "$app/static/link.txt" or die $!;
symlink '../../../outside', "$app/static/out" or die $!;
symlink 'style.css', "$app/static/inside.css" or die $!;
symlink 'style.css', "$app/static/.shown" or die $!;
symlink '.env', "$app/static/hidden.css" or die $!;
symlink '../.env', "$app/public/.well-known/hidden" or die $!;
chmod 0755, "$app/static/x.html" or die $!; # XBitHack
put("$app/public/robots.txt" => 'robots', "$app/public/.well-known/x" => 'X',
    "$app/public/static/y.css" => 'y', "$app/public/run.cgi" => $shell,
    "$app/public/index.html" => 'index', "$app/public/page.shtml" => $page);
$httpd->start;

for my $name (sort keys %static) {
    my $url = "/app/static/$name" =~ s/ /%20/r;
    my $answer = $httpd->get($url);
    is_deeply [$answer->@{qw(status body)}], [200, $static{$name}],
        "$name is sent as it is";
    my $head = $httpd->get($url, method => 'HEAD');
    is $head->{headers}{'content-length'}, length $static{$name}, 'so for HEAD';
    is ask($httpd, $url, method => 'POST', body => 'b'),
        "POST [/app] [/static/$name] b", 'POST is for the application';
}
my $css = $httpd->get('/app/static/style.css', headers =>
    ['Accept-Encoding' => 'gzip'])->{headers};
is $css->{'content-type'}, 'text/css', 'a file has the type of its name';
is $css->{'content-encoding'}, 'gzip', 'and is compressed as elsewhere';
ok $css->{etag}, 'and has a validator';
like $httpd->get('/app/static/style.css', method => 'OPTIONS')
    ->{headers}{allow}, qr/\bGET\b/, 'OPTIONS is httpd\'s';

is ask($httpd, "/app$_"), "GET [/app] [$_]", "$_ is the application's"
    for qw(/static /static/ /static/none /static/deep /static/deep/ /static/.env
    /static/.git/config /static/link.txt /static/out/x.css /static/hidden.css /static/.shown
    /static/.well-known/x /.env /.well-known/.env /a/.well-known/x /.well-known.old/x
    /.well-known/hidden /.well-known/ /public/.well-known/.env
    /static/style.css/more /static/style /static2/x.css /config/x.css
    /public /public/ /style.css);
is ask($httpd, '/app/static/inside.css'), 'p {}' x 500, 'a link inside is followed';
is ask($httpd, '/app/static/../echo.py'), 'GET [/app] [/echo.py]',
    'no way leads out';

is ask($httpd, '/app/robots.txt'), 'robots', 'public/ is the root';
is ask($httpd, '/app/public/robots.txt'), 'robots', 'also by its name';
is ask($httpd, '/app/static/y.css'), 'y', 'with static/ in it';
like $httpd->get('/app/robots.txt', method => 'OPTIONS')->{headers}{allow},
    qr/\bGET\b/, 'OPTIONS is httpd\'s there, too';
is ask($httpd, '/app/run.cgi'), $shell, 'nor is a file of it run';
is ask($httpd, '/app/page.shtml'), $page, 'nor a page';
is ask($httpd, '/app/'), 'GET [/app] [/]', 'its index.html is no index';
is ask($httpd, "/app$_/.well-known/x"), 'X', "$_/.well-known/ is for everybody"
    for '', '/public';
is ask($httpd, '/app/robots.txt', method => 'PUT', body => 'b'),
    'PUT [/app] [/robots.txt] b', 'so is another method';

# What somebody may have uploaded.
my @uploads = ("SetHandler cgi-script\n", "PersistApp x.py\n",
    "PersistApp off\nAddHandler cgi-script .css\n",
    "<Files style.css>\nSetHandler cgi-script\n</Files>\n",
    "SetOutputFilter INCLUDES\n", "AddOutputFilterByType INCLUDES text/css\n",
    "FilterDeclare x\nFilterProvider x INCLUDES true\nFilterChain x\n",
    "RewriteEngine On\nRewriteRule . - [H=send-as-is]\n",
    "RewriteEngine On\nRewriteRule . - [H=default-handler]\n",
    "PersistInterpreter .py /bin/false\n", "PersistEnv PYTHONHOME /none\n",
    "<Files *>\nPersistInterpreter .py /bin/false\n</Files>\n",
    "<If true>\nPersistEnv PYTHONHOME /none\n</If>\n");
for my $upload (@uploads) {
    for my $folder ('static', 'static/deep') {
        put("$app/$folder/.htaccess" => "Options +ExecCGI +Includes\n$upload",
            "$app/$folder/up.css" => "$shell$page");
        is ask($httpd, "/app/$folder/up.css"), "$shell$page",
            "an uploaded .htaccess runs nothing: " . ($upload =~ s/\n/; /gr);
        is ask($httpd, "/app/$folder/none"), "GET [/app] [/$folder/none]",
            'nor does it take a URL';
        unlink "$app/$folder/.htaccess" or die $!;
    }
}

put("$app/static/.htaccess" => "Require all denied\n");
is ask($httpd, '/app/static/style.css'), 403, 'access to files is checked';
put("$app/public/.htaccess" => "Require all denied\n");
is ask($httpd, '/app/robots.txt'), 'GET [/app] [/robots.txt]',
    'and to those of public/';

ok $httpd->stop, 'httpd stops';
done_testing;
