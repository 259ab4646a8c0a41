# SPDX-License-Identifier: Apache-2.0
# persistctl doctor on folders that do not run, each for a reason of its own.
use v5.30;
use warnings;
use Persist::App 'put';
use Persist::Doctor qw(doctor environment use_conf_of $HELLO);
use Persist::Httpd;
use Test::More;

plan skip_all => 'curl is not there' if system('curl -V >/dev/null 2>&1');

my $LINES = "Options +ExecCGI\nPersistApp auto\n" . environment();
my $SCRIPTS = "Options +ExecCGI\n<FilesMatch \"\\.py\$\">\n"
    . "SetHandler persist-script\n</FilesMatch>\n" . environment();

my $httpd = Persist::Httpd->new(conf => <<'END');
<Directory ROOT/site/ignored>
    AllowOverride None
</Directory>
<Location /needs>
    PersistEnv FROM_SERVER_CONFIG yes
</Location>
<Directory ROOT/site/handled>
    Options +ExecCGI
    <FilesMatch "\.(py|compiled)$">
        SetHandler persist-script
    </FilesMatch>
</Directory>
<Directory ROOT/site/lacks>
    AllowOverride Options=ExecCGI
</Directory>
END
my $site = "$httpd->{root}/site";

# A folder of the site: htaccess => lines, app => the application's text, files
# => more of them.
sub folder {
    my ($name, %o) = @_;
    put("$site/$name/app.wsgi" => $o{app} // $HELLO,
        "$site/$name/.htaccess" => $o{htaccess} // $LINES,
        map { ("$site/$name/$_" => $o{files}{$_}) } keys %{ $o{files} // {} });
}

# The doctor's words of the folder match all of these.
sub finds {
    my ($folder, @patterns) = @_;
    my $found = doctor($httpd, $folder);
    is $found->{status}, 1, "$folder: something is wrong";
    like $found->{said}, $_, 'which is found' for @patterns;
    return $found->{said};
}

folder('well');
folder('ignored', files => { '.env' => "KEY=secret\n" });
folder('lacks');
folder('nocgi', htaccess => "Options -ExecCGI\nPersistApp auto\n" . environment());
folder('unreadable');
folder('imports', app => "import nothing_like_it\n" . $HELLO);
folder('ends', app => "print('bye', flush=True)\nraise SystemExit\n");
folder('database', files => { 'db.sqlite3' => '', 'data/x.sqlite' => '',
    'instance/y.db' => '' });
folder('fresh');
folder('needs', app => "import os\nos.environ['FROM_SERVER_CONFIG']\n" . $HELLO);
folder('older', files => { 'persist_worker/__init__.py' => '',
    'persist_worker/_app.py' => <<'END' });
def main():
    print("persist_worker 0.0.1 in a test")
END
folder('venv', files => { '.venv/pyvenv.cfg' => "version = 3.2.1\n" });
folder('pipenv', files => { '.venv' => "$site/venv/.venv\n" });
folder('secret', files => { '.env' => "KEY=secret\n" });
folder('lone', htaccess => "Options +ExecCGI\nSetHandler persist-app\n"
    . environment());
folder('none', htaccess => '');
my $APP = "import app as framework\napp = framework.Flask(__name__)\n";
folder('mark', htaccess => "\xEF\xBB\xBF$LINES");
folder('misspelt', htaccess => $LINES =~ s/PersistApp auto/PersistAp auto/r);
put("$site/only/server.py" => $APP, "$site/only/.htaccess" => $LINES,
    "$site/other/main.py" => $APP,
    "$site/other/.htaccess" => $LINES =~ s/auto/wsgi.py/r);
my $SERVER = <<'END';
import time
class Flask:
    def __init__(self, name): pass
    def run(self): print("Running on nothing"); time.sleep(600)
app = Flask(__name__)
END
# Neither is ever ready, however long it has.
my $SHORT = "PersistBootTimeout 500ms\n$LINES";
put("$site/program/app.py" => "#!$ENV{PERSIST_T_PYTHON}\n$SERVER"
        . "if __name__ == '__main__':\n    app.run()\n",
    "$site/program/.htaccess" => $SHORT =~ s/auto/app.py/r,
    "$site/served/app.py" => $SERVER . "app.run()\n",
    "$site/served/.htaccess" => $SHORT =~ s/auto/app:app/r);
mkdir "$site/empty" or die $!;
put("$site/empty/.htaccess" => $LINES);
put("$site/scripts/app.py" => <<'END', "$site/scripts/.htaccess" => $SCRIPTS);
#!/usr/bin/env python3
import persist_worker
persist_worker.each_request(lambda request: request.respond(200, {}, b"hello"))
END
my $RESIDENT = "import persist_worker\nfor request in persist_worker.each_request():\n";
put("$site/scripts/failing.py" => "#!/usr/bin/env python3\n${RESIDENT}    raise Exception\n",
    "$site/scripts/ends.py" => "#!/usr/bin/env python3\n",
    "$site/named/app.py" => "$RESIDENT    request.respond(200, {}, b'hello')\n",
    "$site/named/.htaccess" => $SCRIPTS . "PersistInterpreter .py $ENV{PERSIST_T_PYTHON}\n",
    "$site/handled/.htaccess" => environment(),
    "$site/none/app.plain" => "#!/usr/bin/env python3\n");
system('cp', "$site/scripts/app.py", $ENV{PERSIST_T_HELLO}, "$site/handled") == 0
    or die 'cp';
rename "$site/handled/hello", "$site/handled/hello.compiled" or die $!;
put("$site/windows/run.py" => "#!/usr/bin/env python3\r\nimport os\r\n",
    "$site/notepad/app.py" => "\xEF\xBB\xBF#!/usr/bin/env python3\n",
    "$site/notepad/.htaccess" => $SCRIPTS,
    "$site/windows/.htaccess" => $LINES =~ s/auto/run.py/r);
mkdir "$site/venv/.venv/bin" or die $!;
symlink '/nonexistent/python3', "$site/venv/.venv/bin/python3" or die $!;
chmod 0640, map { "$site/$_/.env" } qw(ignored) or die $!;
chmod 0644, "$site/secret/.env" or die $!;
chmod 0, "$site/unreadable/app.wsgi" or die $!;
chmod 0444, "$site/database/db.sqlite3" or die $!;
symlink 'data', "$site/database/storage" or die $!;
chmod 0555, "$site/database/data" or die $!;
use_conf_of($httpd);
$httpd->start;

my $well = doctor($httpd, 'well');
is $well->{status}, 0, 'all is well' or diag $well->{said};
like $well->{said}, qr/^well +\Q$_\E: /m, "$_ is" for 'application',
    'runtime directory', 'modes', 'load', 'SDK', 'exposed', 'module',
    'AllowOverride', 'ExecCGI', 'URL';
unlike $well->{said}, qr/^(?:wrong|warning|unknown)/m, 'nothing is not';

my $said = finds('ignored',
    qr{^wrong +exposed: http://127\.0\.0\.1:\d+/ignored/app\.wsgi}m,
    qr{^wrong +exposed: \S+/ignored/\.env}m,
    qr{^wrong +AllowOverride: .*\n +mend: .*AllowOverride FileInfo}m);
unlike $said, qr/^well +AllowOverride/m, 'and it is not well';
finds('lacks', qr{^wrong +\.htaccess: .*refuses a line.*\n +mend: correct.*\n}m,
    qr{^ +mend: .*AllowOverride FileInfo}m);
finds('misspelt', qr{^wrong +\.htaccess: .*refuses a line.*\n +mend: correct}m);
finds('mark', qr{^wrong +\.htaccess: a byte order mark.*\n +mend: sed -i '1s/}m);
finds('only', qr{^wrong +application: .*\n +mend: PersistApp server:app in \S+/only/}m);
finds('other', qr{^wrong +application: PersistApp wsgi\.py: there is no such file}m,
    qr{^ +mend: PersistApp main:app in \S+/other/\.htaccess$}m);
$said = finds('program', qr{^warning +server: \S+/app\.py calls app\.run\(\)}m,
    qr{^ +mend: PersistApp app:app in \S+/program/\.htaccess}m,
    qr{^wrong +worker: .*PERSIST2003}m);
unlike $said, qr{load:}, 'it is not loaded once more';
$said = doctor($httpd, 'database')->{said};
like $said, qr{^warning +database: .* may not write \S+/database/db\.sqlite3\n +mend: mkdir \S+/data}m,
    'a database that cannot be written';
like $said, qr{^warning +database: .* may not write \S+/data\n +mend: setfacl -m u:\S+:rwx \S+/data$}m,
    'nor files beside one';
unlike $said, qr{instance/}, 'one that can be is not named';
unlike $said, qr{storage}, 'nor is what a link leads to';
chmod 0755, "$site/database/data" or die $!;
finds('served', qr{^warning +server: .*\n +mend: put app\.run\(\) below}m);
ok $httpd->wait_log(
    qr{PERSIST2003: .*/served/app\.py: .*server of its own, such as app\.run\(\)}),
    'the log names this cause, too';
finds('nocgi', qr{^well +AllowOverride}m,
    qr{^wrong +ExecCGI: .*\n +mend: echo 'Options \+ExecCGI'}m);
finds('unreadable',
    qr{^wrong +modes: .*may not read .*app\.wsgi\n +mend: chmod u\+r }m);
finds('imports', qr{^wrong +load: .*nothing_like_it}m,
    qr{^wrong +worker: .*PERSIST2002}m);
finds('ends', qr{^wrong +load: it ends and .*\n +mend: .*app\.wsgi .*os\.execl}m,
    qr{^wrong +worker: .*PERSIST2002}m);
finds('older', qr{^wrong +SDK: persist_worker 0\.0\.1 in a test, and the server}m);
finds('venv',
    qr{^wrong +virtual environment: .*broken.*\n +mend: python3 -m venv}m);
finds('pipenv',
    qr{^wrong +virtual environment: .*broken.*\n +mend: write the path}m);
finds('secret', qr{^wrong +\.env: its mode is 644.*\n +mend: chmod 600 }m);
finds('none', qr{^wrong +\.htaccess: .*\n +mend: printf 'Options}m,
    qr{^wrong +exposed: }m);
finds('empty', qr{^wrong +application: .*\n +mend: name it app\.wsgi}m);
finds('notepad/app.py', qr{^wrong +first line: a byte order mark.*\n +mend: sed }m);
finds('windows', qr{^wrong +first line: .*CR LF.*\n +mend: sed }m);

my $script = doctor($httpd, 'scripts/app.py');
is $script->{status}, 0, 'a script is well' or diag $script->{said};
like $script->{said}, qr/^well +\Q$_\E: /m, "with its $_" for 'first line',
    'load', 'SDK', 'exposed', 'AllowOverride', 'ExecCGI', 'URL';
like doctor($httpd, 'scripts')->{said}, qr{^ +mend: persistctl doctor \S+/scripts/app\.py$}m,
    'a folder of scripts asks for the script';
$httpd->get('/scripts/ends.py');
my $failing = doctor($httpd, 'scripts/failing.py')->{said};
like $failing, qr{^wrong +URL: the application answers 500}m, 'one that fails is told';
unlike $failing, qr{^wrong +worker}m, 'from another of the folder';
finds('scripts/ends.py', qr{^wrong +load: it ends and .*\n +mend: call each_request}m);
for my $name ('handled/app.py', 'handled/hello.compiled', 'named/app.py') {
    my $found = doctor($httpd, $name);
    is $found->{status}, 0, "$name is well" or diag $found->{said};
}
chmod 0644, "$site/scripts/app.py" or die $!;
finds('scripts/app.py', qr{^wrong +first line: .*not executable.*\n +mend: chmod 755 }m);
finds('none/app.plain', qr{^wrong +\.htaccess: .*make the file a script\n +mend: .*SetHandler}m);
my $lone = doctor($httpd, 'lone');
is $lone->{status}, 0, 'a lone handler works' or diag $lone->{said};
like $lone->{said}, qr{^warning +\.htaccess: .*\n +mend: PersistApp auto}m,
    'but deserves a warning';
my $needs = doctor($httpd, 'needs');
is $needs->{status}, 0, 'what a worker alone can load, works' or diag $needs->{said};
like $needs->{said}, qr{^warning +load: .*FROM_SERVER_CONFIG}m, 'with a warning';
{
    local $ENV{PATH} = "$httpd->{root}/bin";
    my $poor = doctor($httpd, 'well');
    is $poor->{status}, 1, 'without curl, not all is checked';
    like $poor->{said}, qr{^unknown +URL: curl is not there}m, 'which it says';
}

my $elsewhere = doctor($httpd, 'fresh', '--url',
    "http://127.0.0.1:$httpd->{port}/none-such");
like $elsewhere->{said}, qr{^wrong +URL: }m, 'a URL of another folder';
unlike $elsewhere->{said}, qr{^well +ExecCGI}m, 'does not praise this one';
my $port = Persist::Httpd::free_port();
my $nobody = doctor($httpd, 'well', '--url', "http://127.0.0.1:$port/well/");
like $nobody->{said}, qr{^wrong +URL: .*no server answers}m,
    'a URL that nobody answers';

ok $httpd->stop, 'httpd stops';
done_testing;
