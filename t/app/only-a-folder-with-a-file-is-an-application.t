# SPDX-License-Identifier: Apache-2.0
# Each form of PersistApp, wrong ones, and a folder without its file.
use v5.30;
use warnings;
use Persist::App qw(application_on ask put $ECHO);
use Persist::Httpd;
use Test::More;

my ($httpd, $app) = application_on('Persist::Httpd', more => <<'END');
AddHandler persist-app .added
<Directory ROOT/site/configured>
    Options +ExecCGI
    PersistApp echo.py
</Directory>
END
put("$httpd->{root}/site/configured/echo.py" => $ECHO);
$httpd->start;

sub htaccess {
    my (@lines) = @_;
    put("$app/.htaccess" => join "\n", 'Options +ExecCGI', @lines, '');
}

# The lines of the log that this request has added.
sub refused {
    my ($status, $pattern, $name, $path) = @_;
    my $before = length $httpd->log;
    my $answer = $httpd->get($path // '/app/x');
    is $answer->{status}, $status, "$name: $status";
    like substr($httpd->log, $before), $pattern, 'and the log says why';
    unlike $answer->{body}, qr/SECRET|persist_worker/, 'and nothing is sent';
}

htaccess('PersistApp auto');
my $names = 'app.wsgi, wsgi.py, asgi.py, passenger_wsgi.py, config.ru, app.py, '
    . 'main.py, application.py, app.js, server.js, package.json';
my $found = '; found are echo.py (another name: it has to be named)';
refused(500, qr/PERSIST1009: .*: looked in \Q$app for $names$found\E:/,
    'a folder without a file');
mkdir "$app/wsgi.py" or die $!;
refused(500, qr/PERSIST1009: .* wsgi\.py \(no regular file/,
    'a directory of that name is none');
rmdir "$app/wsgi.py" or die $!;

put("$app/sub/site.py" => $ECHO, "$app/pkg/main/__init__.py" => $ECHO);
htaccess('PersistApp ./sub//site.py');
is ask($httpd, '/app/x'), 'GET [/app] [/x]', 'a file below the folder';
htaccess('PersistApp sub/none.py');
refused(500, qr{PERSIST1009: .*for sub/none\.py}, 'a file that is not there');
htaccess('PersistApp sub');
refused(500, qr/PERSIST1009: .*for sub:/, 'a directory');
htaccess('PersistApp pkg.none:app');
refused(500, qr{PERSIST1009: .*for pkg/none\.py, pkg/none/__init__\.py},
    'a module that is not there');

is ask($httpd, '/configured/x'), 'GET [/configured] [/x]',
    '<Directory> of the server may have it';

put("$app/.htaccess" => "PersistApp echo.py\n");
put("$httpd->{root}/site/.htaccess" => "Options -ExecCGI\n");
refused(403, qr/PERSIST1003/, 'without ExecCGI');
htaccess('AcceptPathInfo Off', 'PersistApp echo.py');
is ask($httpd, '/app/x'), 'GET [/app] [/x]', 'AcceptPathInfo has no effect';

# The handler without PersistApp runs nothing, and sends nothing.
put("$app/.htaccess" => "Options +ExecCGI\n", "$app/x.added" => 'SECRET');
refused(500, qr/PERSIST1009: .*without PersistApp/, 'AddHandler persist-app',
    '/app/x.added');
htaccess('SetHandler "expr=persist-app"');
refused(500, qr/PERSIST5007: SetHandler: .*: give PersistApp auto/,
    'an expression', '/app/echo.py');

for my $word ('/srv/app.wsgi', '../app.wsgi', 'a/../../b', 'sub/', '.',
        'a-b:app', 'a..b:app', ':app', 'a:', 'a:b:c', '"a:b(1)"', '"a:()"') {
    htaccess("PersistApp $word");
    refused(500, qr/PERSIST5007: PersistApp: ".*" is wrong: give auto, off,/,
        "PersistApp $word");
}
htaccess('PersistApp auto off');
refused(500, qr/PersistApp takes one argument/, 'two words');
for my $line ('PersistApp auto', 'SetHandler persist-app') {
    for my $section ('Files x', 'FilesMatch x', 'If true') {
        my ($end) = $section =~ /^(\w+)/;
        htaccess("<$section>", $line, "</$end>");
        my ($name) = split ' ', $line;
        refused(500, qr/$name cannot occur within <$end> section/i,
            "$line in <$section>");
    }
}
ok $httpd->stop, 'httpd stops';

my $where = qr/\QPERSIST5007: PersistApp makes a folder an application: put/;
for my $section ('', 'Directory "ROOT/*"', 'Directory ~ "/srv"',
        'DirectoryMatch "/srv"', 'Directory /') {
    my ($end) = $section =~ /^(\w+)/;
    $httpd->configure($end ? "<$section>\nPersistApp auto\n</$end>\n"
        : "PersistApp auto\n");
    isnt $httpd->command('-t'), 0, "not in <$section>";
    like $httpd->output, $where, 'and httpd says where';
    unlink "$httpd->{root}/output";
}
$httpd->configure("<Location /app>\nPersistApp auto\n</Location>\n");
isnt $httpd->command('-t'), 0, 'not in <Location>';

done_testing;
