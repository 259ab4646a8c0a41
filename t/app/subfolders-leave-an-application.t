# SPDX-License-Identifier: Apache-2.0
# PersistApp off, SetHandler and <Files>: who leaves an application, and who does
# not. An application inside of another one wins.
use v5.30;
use warnings;
use Persist::App qw(application_on ask put $ECHO);
use Persist::Httpd;
use Test::More;

my ($httpd, $app) = application_on('Persist::Httpd', more => <<'END');
<FilesMatch "\.(?:conf|both)$">
    SetHandler None
</FilesMatch>
<If "%{REQUEST_URI} =~ /\.if$/">
    SetHandler None
</If>
<Directory ROOT/site/app/directory>
    SetHandler None
</Directory>
<Location /app/status>
    SetHandler server-status
</Location>
END
my $site = "$httpd->{root}/site";
put("$site/.htaccess" => "<Files *.above>\nSetHandler None\n</Files>\n");
put("$app/.htaccess" => <<'END');
Options +ExecCGI
PersistApp echo.py
<Files "file.*">
    SetHandler None
</Files>
<FilesMatch "\.script$">
    SetHandler persist-script
</FilesMatch>
<If "%{REQUEST_URI} =~ /\.own$/">
    SetHandler None
</If>
END
put("$app/$_" => "sent $_") for qw(x.conf x.if x.above x.own file.txt file.conf
    file.both off/x none/x none/static/x directory/x in/none/x);
put("$app/off/.htaccess" => "PersistApp off\n",
    "$app/none/.htaccess" => "SetHandler None\n",
    "$app/in/.htaccess" => "PersistApp auto\n",
    "$app/in/none/.htaccess" => "SetHandler None\n",
    "$app/in/wsgi.py" => $ECHO, "$app/x.script" => $ECHO,
    "$app/handler/.htaccess" => "SetHandler persist-app\nPersistEnv A b\n",
    "$app/handler/app.wsgi" => $ECHO,
    "$app/plain/.htaccess" => "PersistEnv A b\nDirectoryIndex x\n");
$httpd->start;

is ask($httpd, "/app/$_"), "sent $_", "$_ has left"
    for qw(x.own file.txt file.conf off/x none/x none/static/x directory/x
    in/none/x);
is ask($httpd, "/app/$_"), "GET [/app] [/$_]", "$_ has not"
    for qw(x.conf x.if x.above plain/ plain/x);
is ask($httpd, '/app/x.script/y'), 'GET [/app/x.script] [/y]',
    'a file is a script of its own';
like ask($httpd, '/app/status'), qr/Server Status/, '<Location> has left';
is ask($httpd, '/app/in/x'), 'GET [/app/in] [/x]', 'the inner one wins';
is ask($httpd, '/app/handler/x'), 'GET [/app/handler] [/x]',
    'SetHandler persist-app is PersistApp auto';

ok $httpd->stop, 'httpd stops';
done_testing;
