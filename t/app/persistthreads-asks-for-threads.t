# SPDX-License-Identifier: Apache-2.0
# PersistThreads: an application gets as many threads as are asked for, and no
# more than PersistConcurrency.
use v5.30;
use warnings;
use Persist::App qw(application_on ask put);
use Persist::Httpd;
use Test::More;

# Each request waits for the one that is its partner.
my ($httpd, $app) = application_on('Persist::Httpd', files => {
        'app.wsgi' => <<'END'});
import threading
meet = threading.Barrier(2)
def application(environ, start_response):
    start_response("200 OK", [("Content-Type", "text/plain")])
    if environ["PATH_INFO"] == "/meet":
        meet.wait(60)
    return [str(environ["wsgi.multithread"]).encode()]
END

sub htaccess {
    put("$app/.htaccess" => join "\n", 'Options +ExecCGI', 'PersistApp auto',
        'PersistWorkers 0 1', @_, '');
}

htaccess();
$httpd->start;
is ask($httpd, '/app/'), 'False', 'one thread, if nothing is said';

htaccess('PersistThreads 2');
my @met = map { $httpd->open_request('/app/meet') } 1 .. 2;
is $_->response->{body}, 'True', 'two requests are in one worker' for @met;

htaccess('PersistThreads 20', 'PersistConcurrency 1');
is ask($httpd, '/app/'), 'False', 'PersistConcurrency bounds them';
is ask($httpd, '/app/'), 'False', 'as often as asked';
my @lines = $httpd->log
    =~ /app\.wsgi: PersistThreads 20 is lowered to PersistConcurrency 1/g;
is scalar @lines, 1, 'the log says so once';

done_testing;
