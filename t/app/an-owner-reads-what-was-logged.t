# SPDX-License-Identifier: Apache-2.0
# What a script logs through httpd, and httpd's faults, are shown to the script's
# owner by persistctl log, whatever LogLevel is; also the traceback of an
# application that answers 500 by itself.
use v5.30;
use warnings;
use JSON::PP 'decode_json';
use Persist::App qw(application_on ask put);
use Persist::Ctl 'ctl';
use Persist::Httpd;
use Persist::Wait qw(becomes wait_for);
use Test::More;

my $python = $ENV{PERSIST_T_PYTHON};
my $wsgi = <<'END';
import traceback

def view(environ):
    if environ["QUERY_STRING"] == "broken":
        return {}["basket"]
    return "well"

def application(environ, start_response):
    try:
        text, status = view(environ), "200 OK"
    except Exception:
        environ["wsgi.errors"].write(traceback.format_exc())
        text, status = "my own page", "500 Internal Server Error"
    start_response(status, [("Content-Type", "text/plain")])
    return [text.encode()]
END
my $loop = <<"END";
#!$python
import os, persist_worker
for request in persist_worker.each_request():
    if request.query == "die":
        os._exit(3)
    if request.query == "many":
        for n in range(3000):
            request.log("x" * 1000, 7)
    request.log(f"debugged {request.query}", 7)
    request.respond(200, {"Content-Type": "text/plain"}, b"well")
END

my ($httpd, $app) = application_on('Persist::Httpd', more => "LogLevel error\n");
my $site = "$httpd->{root}/site";
put("$site/wsgi/app.wsgi" => $wsgi,
    "$site/wsgi/.htaccess" => "Options +ExecCGI\nPersistApp app.wsgi\n",
    "$site/loop/app.py" => $loop,
    "$site/loop/.htaccess" => "Options +ExecCGI\nPersistApp app.py\nPersistWorkers 0 1\n");
$httpd->start;

# The lines of this kind that are kept of a script below site/.
sub lines {
    my ($script, $kind) = @_;
    my $shown = ctl($httpd, 'log', "$site/$script", '--json')->{said};
    return grep { $_->{kind} eq $kind } map { decode_json($_) }
        grep { /^\{/ } split /\n/, $shown;
}

sub has {
    my ($script, $kind, $text) = @_;
    becomes { grep { $_->{text} =~ $text } lines($script, $kind) } "$kind: $text"
        or diag substr ctl($httpd, 'log')->{said}, -3000;
}

# What is logged in the second of a flood may be dropped, so it is asked again.
sub logs {
    my ($query, $name) = @_;
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    becomes {
        ask($httpd, "/loop/?$query");
        grep { $_->{text} eq "debugged $query" } lines('loop', 'said')
    } $name or diag substr ctl($httpd, 'log')->{said}, -3000;
}

my $answer = $httpd->get('/wsgi/?broken');
is $answer->{status}, 500, 'an application answers 500 by itself';
is $answer->{body}, 'my own page', 'its own page stays';
has('wsgi', 'printed', qr/^KeyError: 'basket'$/);
has('wsgi', 'printed', qr/^Traceback \(most recent call last\):$/);
my ($line) = grep { $_->{text} =~ /KeyError/ } lines('wsgi', 'printed');
like $line->{id}, qr/^[\w@-]{8,}$/, 'with the id of the request';
cmp_ok $line->{pid}, '>', 1, 'and the process';

is ask($httpd, '/loop/'), 'well', 'a script logs below LogLevel';
has('loop', 'said', qr/^debugged $/);
unlike $httpd->log, qr/debugged/, 'the error log does not have it';

is ask($httpd, '/loop/?die'), 502, 'a worker dies with its request';
has('loop', 'fault', qr/^PERSIST4001: .*app\.py/);
my @faults = grep { $_->{text} =~ /^PERSIST4001/ && $_->{id} } lines('loop', 'fault');
is scalar(@faults), 1, 'the fault of the request is there, under its id';
like $httpd->log, qr/\(\Q$faults[0]{id}\E\)/, 'which the error log names, too';

# On a slow machine one of these may take more seconds than it has to.
becomes {
    ask($httpd, '/loop/?many') eq 'well'
        && grep { $_->{text} =~ /^\d+ messages of its log were dropped here$/ }
        lines('loop', 'said')
} 'a flood of 3 MB is cut, and the number told';
is scalar(grep { $_->{text} =~ /KeyError/ } lines('wsgi', 'printed')), 1,
    'takes no lines of others';

$httpd->graceful;
is ask($httpd, '/loop/?graceful'), 'well', 'after graceful';
logs('graceful', 'what it logs is shown, too');
is scalar(grep { $_->{text} =~ /KeyError/ } lines('wsgi', 'printed')), 1,
    'older lines are there, too';

kill 'KILL', $httpd->persistd;
logs('next', 'after the death of persistd, copies go to the next one');

ok $httpd->stop, 'httpd stops';
done_testing;
