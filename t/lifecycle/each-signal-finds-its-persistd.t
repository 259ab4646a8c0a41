# SPDX-License-Identifier: Apache-2.0
# The rows of docs/decisions/lifecycle.md that no other file drives.
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Wait qw(becomes STOPPED);
use Test::More;

# A request may be answered before its worker is free: with another one, the next
# request would start that.
my $one = "PersistWorkers 0 1\n";
my $httpd = Persist::Httpd->new;
is $httpd->command('-t'), 0, 'httpd -t finds a good configuration good';
is_deeply [$httpd->processes, $httpd->runtime_files], [], 'and makes nothing';
$httpd->configure("PersistDaemon /nonexistent/persistd\n");
isnt $httpd->command('-t'), 0, 'it finds a persistd that is not there';
like $httpd->output, qr/PERSIST5005/, 'and says so';
$httpd->configure('PersistRuntimeDir /tmp/' . 'x' x 100 . "\n");
isnt $httpd->command('-t'), 0, 'it finds a directory too long for sockets';
like $httpd->output, qr/PERSIST5002/, 'and says so';

$httpd->configure($one);
$httpd->start;
my $pid = $httpd->who->{pid};
for my $way ('graceful', 'restart') {
    my $old = $httpd->persistd;
    kill 'KILL', $old;
    ok $httpd->$way, "$way right after the kill of persistd";
    becomes { ($httpd->persistd // $old) != $old } 'finds a new one';
    becomes { ($httpd->who->{pid} // 0) == $pid } 'which has the same worker';
}

# Sizes of the table are fixed; a lower limit holds at once.
ok $httpd->reconfigure("${one}PersistMaxWorkers 500\n"),
    'a graceful asks for more workers than there is room';
ok $httpd->wait_log(qr/PERSIST5006/), 'and gets a warning';
is $httpd->who->{pid}, $pid, 'with the worker as before';

# Another directory is another instance; the old one drains.
ok $httpd->reconfigure("${one}PersistRuntimeDir ROOT/r2\n"),
    'a graceful brings another PersistRuntimeDir';
becomes { ($httpd->who->{pid} // $pid) != $pid }
    'another persistd serves with a worker of its own';
is scalar(() = glob "$httpd->{root}/r2/*"), 1, 'in that directory';
ok $httpd->stop, 'httpd stops';
is_deeply [$httpd->runtime_files], [], 'and both leave no file';

# mod_cgid's daemon holds copies of the parent's descriptors.
my $cgid = Persist::Httpd->new(conf => $one . <<"END");
LoadModule cgid_module $ENV{HTTPD_MODULES}/mod_cgid.so
ScriptSock ROOT/cgisock
END
$cgid->start;
$pid = $cgid->who->{pid};
ok $cgid->restart, 'with mod_cgid, httpd restarts';
is $cgid->who->{pid}, $pid, 'and keeps the worker';
kill 'KILL', $cgid->{pid};
becomes { !$cgid->ours } 'a killed parent leaves nothing of ours', STOPPED;

done_testing;
