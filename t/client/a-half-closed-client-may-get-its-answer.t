# SPDX-License-Identifier: Apache-2.0
# A client that sends FIN behind its request has left, or waits for its answer:
# PersistClientAbort decides, for the worker and in the queue.
use v5.30;
use warnings;
use Persist::Http;
use Persist::Httpd;
use Persist::Wait qw(becomes wait_for);
use Socket qw(SOL_SOCKET SO_LINGER);
use Test::More;

my $cgi = $ENV{PERSIST_T_MPM} eq 'prefork' ? 'cgi' : 'cgid';
my $cgi_file = "$ENV{HTTPD_MODULES}/mod_$cgi.so";
my $httpd = Persist::Httpd->new(conf => <<"END" . (-e $cgi_file ? <<'CGI' : ''));
LogFormat "%>s %U" statuses
CustomLog ROOT/access_log statuses
PersistWorkers 0 1
<IfFile $cgi_file>
    LoadModule ${cgi}_module $cgi_file
</IfFile>
END
<IfModule cgid_module>
    ScriptSock ROOT/cgid
</IfModule>
SetEnv PYTHONPATH ${PERSIST_T_PYTHONPATH}
CGI
my $site = "$httpd->{root}/site";

# A directory of its own for each rule, with the same scripts.
sub directory {
    my ($name, $rule) = @_;
    mkdir "$site/$name" or die "$name: $!";
    for my $script (qw(app.py flow/flow.py raw/bare.py raw/pages.py)) {
        system('cp', "$site/$script", "$site/$name/") == 0 or die 'cp';
    }
    open my $file, '>', "$site/$name/.htaccess" or die $!;
    print $file "$rule\n";
    close $file or die $!;
}
directory('on', '');
directory('off', 'PersistClientAbort off');
directory('pulled', "PersistClientAbort off\nPersistBuffer off");
directory('pulled-on', 'PersistBuffer off');
directory('cgi', "<Files app.py>\nSetHandler cgi-script\n</Files>");
$httpd->start;

sub half_closed {
    my (@request) = @_;
    my $http = $httpd->open_request(@request);
    shutdown $http->{socket}, 1 or die $!;
    return $http;
}

sub reset_by_client {
    my ($http) = @_;
    setsockopt $http->{socket}, SOL_SOCKET, SO_LINGER, pack 'ii', 1, 0 or die $!;
    close $http->{socket};
}

sub waiting {
    my ($name) = @_;
    my ($pool) = grep { $_->{script} =~ m{site/$name/app\.py} }
        @{ $httpd->status->{pools} };
    return $pool->{waiting};
}

sub is_logged {
    my ($status, $path) = @_;
    becomes {
        Persist::Httpd::slurp("$httpd->{root}/access_log") =~ m{^$status $path$}m
    } "the access log has $status for $path";
}

# Seconds of processor time that httpd's children have used.
sub used {
    my $ticks = 0;
    for my $pid ($httpd->children) {
        my @stat = Persist::Process::stat_of($pid);
        $ticks += $stat[11] + $stat[12];
    }
    return $ticks / 100;
}

# A thread that waits for a processor does not count as one that sleeps.
sub all_sleep {
    my @states = map { m{^/proc/(.+)/stat$} && (Persist::Process::stat_of($1))[0] }
        map { glob "/proc/$_/task/*/stat" } $httpd->children;
    return @states && !grep { ($_ // 'S') ne 'S' } @states;
}

sub two_requests {
    my ($path, @more) = @_;
    my $http = $httpd->open_request($path);
    $http->request('GET', @more);
    shutdown $http->{socket}, 1 or die $!;
    return $http;
}

$httpd->get("/$_/app.py") for qw(on off);

# off; another script's answer shows that more than a second has passed. What the
# children had to do to begin is not counted.
wait_for { all_sleep() };
my $used = used();
my $held = $httpd->hold('/off/app.py');
shutdown $held->{http}{socket}, 1 or die $!;
my $second = half_closed('/off/app.py/env');
becomes { waiting('off') == 1 } 'off: clients half-close in the script and queue';
my $plain = -e $cgi_file && half_closed('/cgi/app.py/work?ms=1200');
my $file = "$httpd->{root}/greedy";
my $upload = half_closed("/pulled/pages.py/greedy?file=$file", method => 'POST',
    body => 'x' x 320_000);
my $late = half_closed("/pulled-on/pages.py/last-to-leave?file=$file-on",
    method => 'POST', headers => ['Expect', '100-continue'], body => 'x');
becomes { -e $file && -e "$file-on" }
    'off and on: and behind a body that its script leaves unread';
is $httpd->get('/on/app.py/work?ms=1200')->{status}, 200, 'a second passes';
# A thread that turns would have used more than a second.
cmp_ok used() - $used, '<', .6, 'httpd has slept meanwhile';
$httpd->release($held);
is $held->{http}->response->{status}, 200, 'off: the script\'s answer arrives';
is $second->response->{status}, 200, 'so does that of the queue';
open my $go, '>', "$file.go" or die $!;
is $upload->response->{body}, 320_000, 'and that to the body';
open $go, '>', "$file-on.go" or die $!;
is $late->response, undef, 'on: it has left as soon as its body is read';
is_logged(499, '/pulled-on/pages.py/last-to-leave');
SKIP: {
    skip "httpd has no mod_$cgi", 1 if !$plain;
    is $plain->response->{status}, 200, 'as with a CGI script';
}
my $http = two_requests('/off/app.py/work?ms=200', '/off/app.py/work?ms=200');
is $http->response->{status}, 200, 'off: the first request of a pipeline';
is $http->response->{status}, 200, 'and the one right before the FIN';

for my $body ('off 10', 'off 200000', 'pulled 10', 'pulled 200000') {
    my ($name, $length) = split / /, $body;
    $http = half_closed("/$name/app.py/body", method => 'POST',
        headers => ['Content-Length', $length], body => 'x' x ($length / 2));
    is $http->response->{status}, 400, "off: half of a body, $body";
}

my $pid = $httpd->get('/off/pages.py/who')->{body};
$file = "$httpd->{root}/hangup";
$http = half_closed("/off/pages.py/hangup?file=$file");
becomes { -e $file } 'off: a script has a request';
reset_by_client($http);
is_logged(499, '/off/pages.py/hangup');
is $httpd->get('/off/pages.py/who')->{body}, $pid,
    'after a reset the script is told, and its worker free';
$file = "$httpd->{root}/left";
$http = $httpd->open_request("/off/flow.py/left?way=look&file=$file");
is $http->head->{status}, 200, 'off: a response begins';
reset_by_client($http);
becomes { -e $file } 'its script is told of the reset';

# on
$held = $httpd->hold('/on/app.py');
$second = half_closed('/on/app.py/print?mark=never');
is $second->head, undef, 'on: a client that half-closes leaves the queue';
is_logged(499, '/on/app.py/print');
shutdown $held->{http}{socket}, 1 or die $!;
is $held->{http}->head, undef, 'on: and leaves its script';
is_logged(499, '/on/app.py/hold');
$httpd->release($held);
$http = two_requests('/on/app.py/work?ms=200', '/on/app.py');
is $http->response->{status}, 200, 'on: but not before another request';
unlike $httpd->log, qr/complaint never/, 'what has left the queue has not run';
unlike $httpd->log, qr/PERSIST\d/, 'nobody complains';

ok $httpd->stop, 'httpd stops';
done_testing;
