# SPDX-License-Identifier: Apache-2.0
# A script that PyPy runs gets its requests through cffi, keeps its
# worker, is interrupted when it is late, and fails alone; the same script runs on
# CPython over cffi, if .htaccess asks for that.
use v5.30;
use warnings;
use Persist::Httpd;
use Test::More;

my ($module) = glob "$ENV{PERSIST_T_PYTHONPATH}/persist_worker/_cffi.pypy*.so";
plan skip_all => 'the SDK was not built for PyPy' if !$module;
chomp(my $pypy = qx(sh -c 'command -v pypy3'));

my $httpd = Persist::Httpd->new(conf => <<"END");
PersistWorkers 0 1
PersistBootTimeout 300s
PersistQueue 100 300s
<LocationMatch "/late\$">
    PersistRequestTimeout 100ms 300s
</LocationMatch>
<Files pypy.py>
    PersistInterpreter .py $pypy
</Files>
<Files cpython.py>
    PersistEnv PERSIST_BACKEND cffi
</Files>
END
my $site = "$httpd->{root}/site";
for my $name ('pypy.py', 'cpython.py') {
    open my $script, '>', "$site/$name" or die "$name: $!";
    print $script <<'END';
import os
import sys

import persist_worker
from persist_worker._backend import core


def answer(request):
    if request.path == "/late":
        while True:
            pass
    if request.path == "/fails":
        raise LookupError("what a pity")
    said = sys.implementation.name, core.__name__, str(os.getpid())
    body = " ".join(said).encode() + b" " + request.body.read()
    request.respond(200, {"Content-Type": "text/plain"}, body)


persist_worker.each_request(answer)
END
    close $script;
    chmod 0755, "$site/$name";
}
$httpd->start;
for my $name ('pypy', 'cpython') {
    my $first = $httpd->get("/$name.py")->{body};
    like $first, qr/^$name persist_worker\._cffi_core \d+ $/,
        "$name: the script runs over cffi";
    is $httpd->get("/$name.py/late")->{status}, 504, "$name: late: 504";
    is $httpd->get("/$name.py/fails")->{status}, 500, "$name: fails: 500";
    ok $httpd->wait_log(qr/LookupError: what a pity/), "$name: and says why";
    is $httpd->get("/$name.py")->{body}, $first, "$name: by one worker";
}
ok $httpd->stop, 'httpd stops';
done_testing;
