# SPDX-License-Identifier: Apache-2.0
# A touched tmp/restart.txt restarts an application of whichever language, also where
# tmp/ is made while the worker runs.
use v5.30;
use warnings;
use Persist::App qw(application_on ask put);
use Persist::Httpd;
use Persist::Wait 'becomes';
use Test::More;

my $python = $ENV{PERSIST_T_PYTHON};
my %applications = ('app.wsgi' => <<'END', 'program.py' => "#!$python\n" . <<'END');
import os
def application(environ, start_response):
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [str(os.getpid()).encode()]
END
import os, persist_worker
for request in persist_worker.each_request():
    request.respond(200, {"Content-Type": "text/plain"}, str(os.getpid()).encode())
END
$applications{'config.ru'} = <<'END' if $ENV{PERSIST_T_RUBY}
run ->(env) { [200, { "content-type" => "text/plain" }, [Process.pid.to_s]] }
END
    && !system("$ENV{PERSIST_T_RUBY} -e 'require %q(rack)' 2>/dev/null");
$applications{'app.js'} = 'module.exports = (req, res) => res.end(String(process.pid));'
    if !system("node -e 'require(\"node:test\")' 2>/dev/null");

my ($httpd) = application_on('Persist::Httpd');
my $site = "$httpd->{root}/site";
put("$site/$_/$_" => $applications{$_}, "$site/$_/.htaccess" =>
    "Options +ExecCGI\nPersistApp $_\nPersistWorkers 1 1\n") for keys %applications;
$httpd->start;

my %pid = map { $_ => ask($httpd, "/$_/") } sort keys %applications;
like $pid{$_}, qr/^\d+$/, "$_ runs" or diag $httpd->log for sort keys %pid;
for my $time ('made with its folder', 'touched again') {
    put("$site/$_/tmp/restart.txt" => $time) for keys %applications;
    for my $file (sort keys %applications) {
        becomes { ask($httpd, "/$file/") =~ /^(?!$pid{$file}$)\d+$/ }
            "$file is restarted by a restart.txt that is $time";
        $pid{$file} = ask($httpd, "/$file/");
    }
}

ok $httpd->stop, 'httpd stops';
done_testing;
