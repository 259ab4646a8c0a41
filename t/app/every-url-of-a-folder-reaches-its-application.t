# SPDX-License-Identifier: Apache-2.0
# PersistApp: SCRIPT_NAME is the folder's URL and PATH_INFO the rest, whatever
# httpd's other modules make of a name.
use v5.30;
use warnings;
use Persist::App qw(application_on ask modules put $ECHO);
use Persist::Http2;
use Persist::Httpd;
use Test::More;

my ($httpd, $app) = application_on('Persist::Httpd',
    more => modules(qw(mime_magic negotiation autoindex actions include))
        . <<"END");
TypesConfig /etc/mime.types
MergeSlashes Off
AddType text/html .html
AddEncoding x-gzip .gz
AddLanguage de .de
AddHandler cgi-script .cgi
AddHandler type-map .var
AddOutputFilter INCLUDES .shtml
<Files ".ht*">
    Require all denied
</Files>
<FilesMatch "\\.php\$">
    SetHandler proxy:fcgi://127.0.0.1:1
</FilesMatch>
<Directory ROOT/site>
    Options +MultiViews +Indexes +Includes
    DirectoryIndex index.html
</Directory>
END
put(map { ("$app/$_" => 'SECRET') } qw(db.sqlite3 index.html page.html
    page.html.de script.php x.cgi x.var x.shtml .git/config sub/index.html
    static/index.html));
put("$httpd->{root}/site/list/app/$_->[0]" => $_->[1])
    for ['.htaccess', "PersistApp auto\n"], ['wsgi.py', 'SECRET'];
put("$app/static/x.css" => 'p {}');
put("$app/.env" => "KEY=SECRET\n");
chmod 0600, "$app/.env" or die $!;
$httpd->start;

is ask($httpd, '/app/'), 'GET [/app] [/]', 'the folder itself';
is ask($httpd, '/app/a/b'), 'GET [/app] [/a/b]', 'a path below it';
is ask($httpd, '/app/a%20b//c/?x=y'), 'GET [/app] [/a b//c/]',
    'decoded, with its slashes';
is ask($httpd, '/app/x.tar.gz'), 'GET [/app] [/x.tar.gz]', 'a name with a dot';

# Each file of the folder is a name like any other.
for my $name (qw(db.sqlite3 echo.py index.html page page.html script.php
        x.cgi x.var x.shtml .git/config .git/ .git sub sub/ sub/index.html
        static static/ static/none.css)) {
    is ask($httpd, "/app/$name"), "GET [/app] [/$name]", "$name is not sent";
}
is ask($httpd, '/app/.htaccess'), 403, 'what httpd refuses it still refuses';

my $headers = $httpd->get('/app/page.de.gz')->{headers};
is $headers->{$_}, undef, "no $_ by the extension"
    for qw(content-encoding content-language);

is ask($httpd, '/app'), '301 /app/', 'the slash is added';
is ask($httpd, '/app?a=b'), '301 /app/?a=b', 'before the query';
is ask($httpd, '//app'), '301 /app/', 'and no name becomes a host';
is $httpd->get('/app', method => 'HEAD')->{status}, 301, 'for HEAD as well';
is ask($httpd, '/app', method => 'POST', body => 'data'),
    'POST [/app] [] data', 'but no body is lost';
is ask($httpd, '/app/sub', method => 'POST', body => 'data'),
    'POST [/app] [/sub] data', 'nor that for a name of a directory';
is ask($httpd, '/app/x', method => $_), "$_ [/app] [/x]", "$_ is its own"
    for qw(OPTIONS PUT DELETE PROPFIND NONSENSE);
is $httpd->get('/', method => 'OPTIONS')->{status}, 200, 'OPTIONS / is not';
is $httpd->get('*', method => 'OPTIONS')->{status}, 200, 'nor is OPTIONS *';

like $httpd->get('/list/')->{body}, qr{href="app/"}, 'a list above shows it';
SKIP: {
    skip 'prefork has no HTTP/2', 3 if $ENV{PERSIST_T_MPM} eq 'prefork';
    my $h2 = Persist::Http2->new($httpd->{port});
    is $h2->data($h2->begin('GET', '/app/a?b')), 'GET [/app] [/a]', 'HTTP/2';
    is $h2->data($h2->begin('GET', '/app/.env')), 'GET [/app] [/.env]',
        'sends nothing else either';
    is $h2->data($h2->begin('GET', '/app/static/x.css')), 'p {}',
        'but static files';
}
is join("\n", $httpd->log =~ /^.*PERSIST\d.*$/mg), '', 'the log has no error';

ok $httpd->stop, 'httpd stops';
done_testing;
