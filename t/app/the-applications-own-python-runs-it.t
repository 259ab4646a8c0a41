# SPDX-License-Identifier: Apache-2.0
# The interpreter of an application: PersistInterpreter of .htaccess, the virtual
# environment of its folder, the server's, the system's. A folder's application
# and a .wsgi file that is served as a script find it in the same way.
use v5.30;
use warnings;
use JSON::PP 'decode_json';
use Persist::App qw(application_on put);
use Persist::Httpd;
use Persist::Wait 'becomes';
use Test::More;

my $python = $ENV{PERSIST_T_PYTHON};
plan skip_all => 'this Python makes no virtual environments'
    if system("$python -c 'import ensurepip, venv' 2>/dev/null") != 0;

my $APP = <<'END';
import json, os, sys
def application(environ, start_response):
    start_response("200 OK", [("Content-Type", "application/json")])
    seen = {name: environ.get(name) for name in ("SCRIPT_NAME", "PATH_INFO")}
    seen.update(prefix=sys.prefix, optimize=sys.flags.optimize, cwd=os.getcwd())
    return [json.dumps(seen).encode()]
END
my ($httpd, $app) = application_on('Persist::Httpd', files => {
        'app.wsgi' => $APP}, more => <<"END");
PersistInterpreter .wsgi $python -O
<Directory ROOT/site/scripts>
    Options +ExecCGI
    <Files ~ "\\.(wsgi|ru)\$">
        SetHandler persist-script
    </Files>
</Directory>
END
my $scripts = "$httpd->{root}/site/scripts";
put("$scripts/hello.wsgi" => $APP);
$httpd->start;

sub htaccess {
    put("$app/.htaccess" => join "\n", 'Options +ExecCGI', 'PersistApp auto',
        @_, '');
}

sub seen {
    my $answer = $httpd->get($_[0]);
    return $answer->{status} == 200 ? decode_json $answer->{body} : {};
}

# What is said on the way to a 500. The interpreter is a part of no definition of
# a pool that .htaccess does not name, so each time gets a pool of its own.
my $count = 0;

sub refused {
    my ($pattern, $name) = @_;
    htaccess('PersistEnv COUNT ' . ++$count);
    my $before = length $httpd->log;
    is $httpd->get('/app/')->{status}, 500, $name;
    becomes { substr($httpd->log, $before) =~ /PERSIST2001: .*: $pattern/ }
        'and the log says why' or diag substr $httpd->log, $before;
}

htaccess();
my $seen = seen('/app/x');
is_deeply [@$seen{qw(SCRIPT_NAME PATH_INFO)}], ['/app', '/x'],
    'an application of a folder';
is $seen->{cwd}, $app, 'runs in it';
is $seen->{optimize}, 1, 'by the PersistInterpreter of the server';
$seen = seen('/scripts/hello.wsgi/x');
is_deeply [@$seen{qw(SCRIPT_NAME PATH_INFO)}], ['/scripts/hello.wsgi', '/x'],
    'a .wsgi file that is a script';
is_deeply [@$seen{qw(cwd optimize)}], [$scripts, 1], 'runs likewise';

is system("$python -m venv --without-pip $app/.venv"), 0, 'an environment';
htaccess('PersistEnv PYTHONPATH /nowhere');
$seen = seen('/app/');
is_deeply [@$seen{qw(prefix optimize)}], ["$app/.venv", 0],
    'comes before it, and finds the SDK beside the runner';
put("$scripts/.htaccess" => "PersistEnv COUNT 1\n");
system("mv $app/.venv $scripts/venv");
is seen('/scripts/hello.wsgi')->{prefix}, "$scripts/venv", 'for scripts, too';
system("mv $scripts/venv $app/.venv");

htaccess("PersistInterpreter wsgi $python -OO");
$seen = seen('/app/');
isnt $seen->{prefix}, "$app/.venv", 'one of .htaccess comes before that';
is $seen->{optimize}, 2, 'with its arguments';

SKIP: {
    my $ruby = $ENV{PERSIST_T_RUBY};
    skip 'no Rack', 1 if !$ruby || system("$ruby -rrack -e1 2>/dev/null") != 0;
    put("$scripts/hello.ru" => 'run ->(env) { [200, {}, [$VERBOSE.to_s]] }',
        "$scripts/.htaccess" => "PersistEnv RUBYLIB /nowhere\n"
            . "PersistInterpreter .ru $ruby -w\n");
    is $httpd->get('/scripts/hello.ru')->{body}, 'true',
        'a .ru file with its interpreter finds the SDK beside the runner';
}

unlink glob "$app/.venv/bin/python*";
refused(qr{\Q$app\E/\.venv has no bin/python3: make it anew: .*},
    'an environment that has lost its Python');
symlink "$app/python3.5", "$app/.venv/bin/python3" or die $!;
refused(qr{\S+/python3 leads to \Q$app\E/python3\.5, which is not },
    'one whose Python is gone');
put("$app/python3.5" => "#!/bin/sh\n");
refused(qr{\S+/\.venv was made for another Python: .* python3\.5 now},
    'one whose Python is another one now');

done_testing;
