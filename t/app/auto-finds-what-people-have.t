# SPDX-License-Identifier: Apache-2.0
# PersistApp auto runs what `flask run`, `fastapi run`, `node app.js` and `npm start`
# run, by two lines of .htaccess, and says why it does not take what it finds.
use v5.30;
use warnings;
use Persist::App qw(application_on ask put);
use Persist::Httpd;
use Test::More;

my $PYTHON = <<'END';
def hello(environ, start_response):
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [" ".join(environ[name] for name in ("SCRIPT_NAME", "PATH_INFO")).encode()]
END
my $NODE = 'require("http").createServer((req, res) => res.end(`${req.baseUrl} ${req.url}`))';

# The files of folders.
my %python = (
    app => { 'app.py' => "#!/bin/false\n${PYTHON}app = hello\n" },
    main => { 'main.py' => "${PYTHON}application = hello\n" },
    factory => { 'application.py' =>
            "${PYTHON}def create_app(config=None):\n    return hello\n" },
    before => { 'wsgi.py' => "${PYTHON}app = hello\n", 'app.py' => 'raise 1',
        'app.js' => 'throw 1', 'package.json' => '{}' },
);
my %node = (
    listens => { 'app.js' => "#!/bin/false\n$NODE.listen(process.env.PORT || 3000);" },
    exports => { 'server.js' => "module.exports = $NODE;" },
    main => { 'package.json' => '{ "main": "lib/start.mjs" }', 'lib/start.mjs' => <<'END' },
import http from 'node:http';
await null;
http.createServer((req, res) => res.end(`${req.baseUrl} ${req.url}`)).listen({ port: 80 });
END
    start => { 'package.json' => '{ "scripts": { "start": "node bin/www" } }',
        'bin/www' => "setTimeout(() => $NODE.listen(80), 10);" },
);
my %refused = (
    aiohttp => [{ 'app.py' => "class Application:\n    __module__ = 'aiohttp.web'\n"
                . "app = Application()\n" }, qr/aiohttp runs its own server/],
    needs => [{ 'main.py' => "def create_app(config):\n    pass\n" },
        qr/main\.py: .*its factory needs arguments/],
    django => [{ 'manage.py' => '' }, qr/found are manage\.py \(Django's commands/],
    silent => [{ 'app.js' => 'exports.port = 80;' }, qr/app\.js: it starts no server/],
    next => [{ 'package.json' => '{ "scripts": { "start": "next start" } }' },
        qr/package\.json: it has no main.*npm start runs "next start"/],
);

my ($httpd) = application_on('Persist::Httpd');
my $has_node = system("node -e 'require(\"node:test\")' 2>/dev/null") == 0;

sub folder {
    my ($name, $files) = @_;
    put("$httpd->{root}/site/$name/.htaccess" => "Options +ExecCGI\nPersistApp auto\n",
        map { ("$httpd->{root}/site/$name/$_" => $files->{$_}) } keys %$files);
}

folder("python-$_", $python{$_}) for keys %python;
folder("node-$_", $node{$_}) for keys %node;
folder($_, $refused{$_}[0]) for keys %refused;
$httpd->start;

my @run = map { "python-$_" } sort keys %python;
push @run, map { "node-$_" } sort keys %node if $has_node;
for my $name (@run) {
    is ask($httpd, "/$name/a%20b"), "/$name " . ($name =~ /^n/ ? '/a%20b' : '/a b'),
        "$name runs" or diag substr $httpd->log, -2000;
}
for my $name (sort keys %refused) {
    next if $name =~ /^(?:silent|next)$/ && !$has_node;
    is $httpd->get("/$name/")->{status}, 500, "$name does not run";
    ok $httpd->wait_log(qr/PERSIST1009: .*$refused{$name}[1]/), 'and the log says why'
        or diag substr $httpd->log, -2000;
}

ok $httpd->stop, 'httpd stops';
done_testing;
