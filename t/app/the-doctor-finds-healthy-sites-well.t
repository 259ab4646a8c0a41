# SPDX-License-Identifier: Apache-2.0
# persistctl doctor on sites that work, of each kind that people have: it finds
# nothing wrong with any.
use v5.30;
use warnings;
use File::Path 'make_path';
use Persist::App qw(modules put);
use Persist::Doctor qw(doctor environment seen use_conf_of $HELLO);
use Persist::Httpd;
use Persist::Tls 'tls_conf';
use Test::More;

plan skip_all => 'curl is not there' if system('curl -V >/dev/null 2>&1');

my $ENVIRONMENT = environment();
my $LINES = "Options +ExecCGI\nPersistApp auto\n$ENVIRONMENT";
my $SCRIPTS = "Options +ExecCGI\n<FilesMatch \"\\.(py|rb|pl|js|lua|scm)\$\">\n"
    . "SetHandler persist-script\n</FilesMatch>\n$ENVIRONMENT"
    . join '', map { "PersistEnv $_->[0] $_->[1]\n" } grep { $_->[1] }
        [PERL5LIB => $ENV{PERSIST_T_PERL5LIB}],
        [NODE_PATH => $ENV{PERSIST_T_NODE_PATH}],
        [LUA_PATH_5_4 => $ENV{PERSIST_T_LUA_PATH}],
        [LUA_CPATH_5_4 => $ENV{PERSIST_T_LUA_CPATH}],
        [GUILE_LOAD_PATH => $ENV{PERSIST_T_GUILE_PATH}],
        [GUILE_LOAD_COMPILED_PATH => $ENV{PERSIST_T_GUILE_COMPILED}],
        [GUILE_AUTO_COMPILE => 0];

my $httpd = Persist::Httpd->new;
my ($root, $site) = ($httpd->{root}, "$httpd->{root}/site");
my ($link, $named, $host, $front) = map { Persist::Httpd::free_port() } 1 .. 4;
my ($tls, $tls_conf) = tls_conf($httpd);
$tls_conf =~ s{ROOT/site}{ROOT/secure};
my $conf = modules(qw(userdir alias proxy proxy_http)) . <<"END" . $tls_conf;
UserDir ROOT/homes/*/www
Alias /by/alias ROOT/aliased
Listen 127.0.0.1:$link
<VirtualHost 127.0.0.1:$link>
    DocumentRoot ROOT/deploy/current
    <Directory "ROOT/deploy/current">
        Require all granted
        $LINES
    </Directory>
</VirtualHost>
Listen 127.0.0.1:$named
<VirtualHost 127.0.0.1:$named>
    DocumentRoot ROOT/named
    <Directory ROOT/named>
        Require all granted
        Options +ExecCGI
        PersistApp server.wsgi
        $ENVIRONMENT
    </Directory>
</VirtualHost>
Listen 127.0.0.1:$host
<VirtualHost *:$host>
    ServerName host.example
    DocumentRoot ROOT/host
</VirtualHost>
Listen 127.0.0.1:$front
<VirtualHost 127.0.0.1:$front>
    ProxyPass / http://127.0.0.1:$httpd->{port}/behind/
</VirtualHost>
<Directory ROOT>
    AllowOverride FileInfo Options=ExecCGI
    Require all granted
</Directory>
END

# Folders that are applications, by the way on which visitors reach them.
put("$root/deploy/releases/1/app.wsgi" => $HELLO,
    "$root/named/server.wsgi" => $HELLO,
    "$root/named/app.py" => "raise Exception('this is not the application')\n",
    map { ("$_/app.wsgi" => $HELLO, "$_/.htaccess" => $LINES) }
        "$root/secure", "$root/host", "$root/homes/ann/www/shop",
        "$root/aliased", "$site/behind", "$site/plain");
symlink 'releases/1', "$root/deploy/current" or die $!;

# Applications and scripts of each language.
put("$site/wsgi/app.wsgi" => $HELLO, "$site/asgi/asgi.py" => <<'END',
async def application(scope, receive, send):
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"hello"})
END
    "$site/module/shop/wsgi.py" => $HELLO,
    "$site/node/app.js" => 'module.exports = (req, res) => res.end("hello");',
    map { ("$site/$_/.htaccess" => $LINES) } qw(wsgi asgi node rack));
put("$site/module/.htaccess" => $LINES =~ s/auto/shop.wsgi:application/r,
    "$site/rack/config.ru" => 'run ->(env) { [200, {}, ["hello"]] }',
    "$site/scripts/.htaccess" => $SCRIPTS);
my %scripts = (
    'app.py' => [$ENV{PERSIST_T_PYTHON}, "import persist_worker\n"
        . "for request in persist_worker.each_request():\n"
        . "    request.respond(200, {}, b'hello')\n"],
    'app.rb' => [$ENV{PERSIST_T_RUBY}, "require 'persist_worker'\n"
        . "PersistWorker.each_request { |r| r.respond(200, {}, 'hello') }\n"],
    'app.pl' => ['/usr/bin/env perl', "use PersistWorker 'each_request';\n"
        . "each_request(sub { \$_[0]->respond(200, [], 'hello') });\n"],
    'app.js' => ['/usr/bin/env node', "require('persist-worker')"
        . ".serve((req, res) => res.end('hello'));\n"],
    'app.scm' => [$ENV{PERSIST_T_GUILE}, "!#\n(use-modules (persist-worker))\n"
        . "(each-request (lambda (r) (respond r 200 '() \"hello\")))\n"]);
$scripts{'app.js'}[0] = undef if system('node -v >/dev/null 2>&1');
for my $name (sort keys %scripts) {
    my ($interpreter, $text) = $scripts{$name}->@*;
    delete $scripts{$name} if !$interpreter;
    put("$site/scripts/$name" => "#!$interpreter\n$text") if $interpreter;
}
$httpd->configure($conf);
use_conf_of($httpd);
$httpd->start;

sub well {
    my ($folder, @words) = @_;
    my $found = seen($httpd, $folder, @words);
    is $found->{status}, 0, "$folder is well" or diag $found->{said};
    like $found->{said}, qr/^well +URL: the application answers/m, 'it answers';
    unlike $found->{said}, qr/^(?:wrong|warning|unknown)/m, q(nothing is wrong);
    return $found->{said};
}

my $said = well('../deploy/current');
like $said, qr{^well +URL: .*http://127\.0\.0\.1:$link/$}m, 'at its own address';
well('../deploy/releases/1');
like well('../named'), qr{^well +application: \S+/named/server\.wsgi$}m,
    'the configuration names the file';
like well('../secure'), qr{^well +URL: .*https://127\.0\.0\.1:$tls/$}m, 'by TLS';
like well('../host'), qr{^well +URL: .*http://host\.example:$host/$}m,
    'at its name';
like well('../homes/ann/www/shop'), qr{^well +URL: .*/~ann/shop/$}m, "a user's";
like well('../aliased'), qr{^well +URL: .*/by/alias/$}m, 'by Alias';
well('behind', '--url', "http://127.0.0.1:$front/");
well($_) for qw(plain wsgi asgi module);
SKIP: {
    skip 'Ruby has no Rack', 1 if !$ENV{PERSIST_T_RUBY}
        || system("$ENV{PERSIST_T_RUBY} -e 'require %q(rack)' 2>/dev/null");
    well('rack');
}
SKIP: {
    skip 'Node.js is not there', 1 if system('node -v >/dev/null 2>&1');
    well('node');
}
SKIP: {
    skip 'Lua is not there', 1 if !$ENV{PERSIST_T_LUA};
    put("$site/scripts/page.lua" => "function handler() return 'hello' end\n");
    well('scripts/page.lua');
}
well("scripts/$_") for sort keys %scripts;

# An owner who may not read the configuration.
{
    local $ENV{PATH} = $ENV{PATH} =~ s/^[^:]+://r;
    my $blind = doctor($httpd, '../named', '--url', "http://127.0.0.1:$named/");
    is $blind->{status}, 0, 'what cannot be read is not wrong'
        or diag $blind->{said};
    like $blind->{said}, qr{^well +application: \S+/named/server\.wsgi$}m,
        'and persistd knows the file';
}

ok $httpd->stop, 'httpd stops';
done_testing;
