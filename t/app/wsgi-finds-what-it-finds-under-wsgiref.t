# SPDX-License-Identifier: Apache-2.0
# The environ of a WSGI application, for requests of all kinds, here and under
# wsgiref. What differs has its reason in docs/sdks.md.
use v5.30;
use warnings;
use Persist::App qw(application_on);
use Persist::Httpd;
use Persist::Reference;
use Test::More;

my $APP = <<'END';
import base64


def shown(value):
    if type(value) is str:
        return value.encode("unicode_escape").decode()
    return repr(value) if type(value) in (bool, tuple) else "an object"


def application(environ, start_response):
    length = int(environ.get("CONTENT_LENGTH") or 0)
    body = environ["wsgi.input"].read(length).decode("latin-1")
    seen = {**environ, "(the body)": body}
    lines = "".join(f"{name}={shown(value)}\n" for name, value in seen.items())
    found = base64.b64encode(lines.encode()).decode()
    start_response("200 OK", [("X-Env", found)])
    return []
END

# wsgiref has no folders: the mount is cut off as by other servers. (Its own
# shift_path_info() would merge slashes.)
my $MOUNTED = <<'END';
import sys
from wsgiref.simple_server import make_server

from app import application


def mounted(environ, start_response):
    path = environ["PATH_INFO"]
    if path == "/app" or path.startswith("/app/"):
        environ.update(SCRIPT_NAME="/app", PATH_INFO=path[4:])
    return application(environ, start_response)


make_server("127.0.0.1", int(sys.argv[1]), mounted).serve_forever()
END

my $root = Persist::Httpd::free_port();
my ($httpd, $app) = application_on('Persist::Httpd',
    more => Persist::Reference::also_at_root($root),
    files => { 'app.py' => $APP, 'mounted.py' => $MOUNTED },
    htaccess => "PersistApp app.py\nPersistWorkers 0 1\n");
$httpd->start;
# wsgiref passes the environment of its process on.
my $wsgiref = Persist::Reference->start($app, qw(env -i LANG=C.UTF-8),
    $ENV{PERSIST_T_PYTHON}, qw(-B mounted.py PORT));
$wsgiref->compare($httpd->{port}, '/app');
$wsgiref->compare($root, '');
$wsgiref->is_table('What wsgiref has otherwise');
$wsgiref->compare_protocols($httpd->{port}, '/app',
    qr/SERVER_PROTOCOL|HTTP_CONNECTION|REMOTE_PORT|UNIQUE_ID|H2_?\w*|HTTP2/)
    if $ENV{PERSIST_T_MPM} ne 'prefork';
ok $httpd->stop, 'httpd stops';
done_testing;
