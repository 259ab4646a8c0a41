# SPDX-License-Identifier: Apache-2.0
# ExecCGI, FollowSymLinks and SymLinksIfOwnerMatch hold for the way to an
# application's file, and not for the folder that a URL happens to name: as they
# hold for a script.
use v5.30;
use warnings;
use Persist::App qw(application_on ask modules put $ECHO);
use Persist::Httpd;
use Test::More;

my ($httpd, $app) = application_on('Persist::Httpd',
    more => modules('include') . <<'END');
<Location /app/closed>
    Options -ExecCGI
</Location>
<Location /app/open>
    Options +ExecCGI
</Location>
<Directory ROOT/site/app/conf>
    Options -ExecCGI
</Directory>
<Directory ROOT/site/page>
    Options +Includes
    SetOutputFilter INCLUDES
</Directory>
END
my ($root, $site) = ($httpd->{root}, "$httpd->{root}/site");
put("$site/error/.htaccess" => "ErrorDocument 404 /app/media/lost\n",
    "$site/index/.htaccess" => "DirectoryIndex /app/media/\n",
    "$site/page/page.html" => '<!--#include virtual="/app/media/part" -->',
    map { ("$_/echo.py" => $ECHO) } "$root/outside", "$site/script",
    map { "$app/$_" } qw(conf shop));
mkdir "$app/media" or die $!;
$httpd->start;

# .htaccess of the application, and of a folder with the same file as a script.
my $file = 'echo.py';

sub htaccess {
    my (@lines) = @_;
    put("$app/.htaccess" => join "\n", "PersistApp $file", @lines, '');
    put("$site/script/.htaccess" => join "\n", 'SetHandler persist-script',
        @lines, '');
}

sub options { put("$app/$_[0]/.htaccess" => "Options $_[1]\n") }

sub refused {
    my ($path, $code, $name) = @_;
    my $before = length $httpd->log;
    is ask($httpd, $path), 403, "$name: $path is refused";
    like substr($httpd->log, $before), qr{PERSIST$code: .*\Q$app/$file\E},
        'and the log names the file';
}

# ExecCGI: /app/x is in the file's folder, /app/media/x in another one.
options(media => '+ExecCGI');
htaccess('Options -ExecCGI');
refused("/app/$_", 1003, 'ExecCGI is off') for qw(x media/x media/ conf/x);
is ask($httpd, '/script/echo.py'), 403, 'so is a script';
is ask($httpd, '/error/none'), 404, 'no error page leads there';
is ask($httpd, '/index/'), 403, 'nor does DirectoryIndex';
unlike ask($httpd, '/page/page.html'), qr/GET/, 'nor a page';
is ask($httpd, '/app/open/x'), 'GET [/app] [/open/x]',
    '<Location> may allow it for a URL';

htaccess('Options +ExecCGI', "<Files $file>", 'Options -ExecCGI', '</Files>');
refused("/app/$_", 1003, '<Files> of the file') for qw(x media/x);
is ask($httpd, '/script/echo.py'), 403, 'so for a script';

for my $folder (qw(shop conf)) {
    $file = "$folder/echo.py";
    options(shop => '-ExecCGI');
    htaccess('Options +ExecCGI');
    refused("/app/$_", 1003, "off in $folder/") for qw(x media/x shop/x);
}
$file = 'echo.py';
options(media => '-ExecCGI');
htaccess('Options +ExecCGI');
is ask($httpd, "/app/$_"), "GET [/app] [/$_]", "$_ runs nothing of its folder"
    for qw(x media/x conf/x);
refused('/app/closed/x', 1003, '<Location>');

# Links: the same options give a script and the application the same answer.
options(media => '+FollowSymLinks');
my $none = '-FollowSymLinks -SymLinksIfOwnerMatch';
my %links = ($none => 403, '+FollowSymLinks' => 200,
    '-FollowSymLinks +SymLinksIfOwnerMatch' => 200,
    '+FollowSymLinks +SymLinksIfOwnerMatch' => 200);

sub follows {
    my ($options, $status, $name, $script) = @_;
    htaccess("Options +ExecCGI $options");
    is $httpd->get("/script/$script")->{status}, $status, "$name, $options: a script"
        if $script;
    for my $path (qw(/app/x /app/media/x)) {
        is $httpd->get($path)->{status}, $status, "$path the same";
        refused($path, 1011, $name) if $status == 403;
    }
}

for my $folder ($app, "$site/script") {
    unlink "$folder/echo.py" or die $!;
    symlink "$root/outside/echo.py", "$folder/echo.py" or die $!;
    symlink "$root/outside", "$folder/way" or die $!;
}
follows($_, $links{$_}, 'a link', 'echo.py') for sort keys %links;
like $httpd->log, qr/AH0003[27].*\Q$app\E/, 'httpd has said why';
$file = 'way/echo.py';
follows($_, $links{$_}, 'a link to a folder', 'way/echo.py') for sort keys %links;

# A file of another user's: the interpreter's own, where root has installed it.
my $theirs = qx($ENV{PERSIST_T_PYTHON} -c 'import wsgiref.simple_server as s; print(s.__file__, end="")');
SKIP: {
    skip "$theirs is our own", 1 if (stat $theirs)[4] == $>;
    symlink $theirs, "$app/demo.py" or die $!;
    symlink $theirs, "$site/script/demo.py" or die $!;
    $file = 'demo.py';
    for my $options (sort keys %links) {
        my $status = $options eq '+FollowSymLinks' ? 200 : 403;
        follows($options, 403, 'a stranger\'s file', 'demo.py') if $status == 403;
    }
    $file = 'demo:demo_app';
    htaccess('Options +ExecCGI +FollowSymLinks');
    like ask($httpd, '/app/x'), qr/^Hello world!/, 'which FollowSymLinks allows';
}

ok $httpd->stop, 'httpd stops';
done_testing;
