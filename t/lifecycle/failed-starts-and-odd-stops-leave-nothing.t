# SPDX-License-Identifier: Apache-2.0
# Rows of docs/decisions/lifecycle.md about starts that fail and odd stops.
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Wait qw(becomes STOPPED);
use Test::More;

# The first start ends httpd when persistd does not come up.
my $false = "PersistDaemon ROOT/false/persistd\n";
my $httpd = Persist::Httpd->new(conf => $false);
mkdir "$httpd->{root}/false" or die $!;
symlink '/bin/false', "$httpd->{root}/false/$_" or die $!
    for qw(persistd persist-exec persist-look);
$httpd->command('-k', 'start');
ok $httpd->wait_log(qr/PERSIST5005.*ended before it could serve/),
    'a first start without persistd fails';
ok $httpd->wait_log(qr/AH00020/), 'and so does httpd\'s';
becomes { !$httpd->processes } 'nothing is left running';

# Later ones don't.
$httpd->configure("PersistWorkers 0 1\n");
$httpd->start;
my $pid = $httpd->who->{pid};
my $failures = () = $httpd->log =~ /ended before it could serve/g;
ok $httpd->reconfigure("PersistWorkers 0 1\n$false"),
    'a graceful takes another PersistDaemon';
kill 'KILL', $httpd->persistd;
my $new = $httpd->open_request('/two/same.py');
becomes { $failures + 2 <= (() = $httpd->log =~ /ended before it could serve/g) }
    'which fails, again and again';
is $httpd->who->{pid}, $pid, 'the warm worker serves';
is $new->response->{status}, 503, 'a script that has none is refused';
ok $httpd->wait_log(qr{PERSIST3004: .*/two/same\.py}), 'with its code in the log';
ok $httpd->restart, 'httpd restarts without persistd';
is $httpd->who->{pid} // $pid, $pid, 'and stays up';
ok $httpd->reconfigure("PersistWorkers 0 1\n"), 'a graceful brings the good one back';
becomes { $httpd->persistd } 'it is started';
becomes { ($httpd->who->{pid} // 0) == $pid } 'and has the same worker';

# It is killed while httpd waits for its end.
my $held = $httpd->hold('/app.py');
kill 'STOP', $held->{worker};
my $old = $httpd->persistd;
kill 'TERM', $httpd->{pid};
ok $httpd->wait_log(qr/stopping: told by httpd/), 'persistd stops';
kill 'KILL', $old;
becomes { !$httpd->processes } 'killed meanwhile, it leaves nothing', STOPPED;
is_deeply [$httpd->runtime_files], [], 'and no file';

# A lower limit holds at once.
my $full = Persist::Httpd->new(conf => "PersistMaxWorkers 2\n")->start;
$pid = $full->who->{pid};
ok $full->reconfigure("PersistMaxWorkers 1\nPersistWorkers 2 2\n"),
    'a graceful lowers PersistMaxWorkers';
becomes { $full->who->{pid} } 'requests are answered';
becomes { 1 == $full->workers } 'one worker is left';
ok $full->stop, 'httpd stops';

# In the foreground, the parent is the only child.
my $one = Persist::Httpd->new;
my $parent = fork // die $!;
exec { $ENV{HTTPD} } $ENV{HTTPD}, '-f', $one->conf_file, '-X' if !$parent;
$one->{pid} = $parent;
becomes { $one->answers && $one->who->{pid} } 'httpd -X serves';
kill 'TERM', $parent;
waitpid $parent, 0;
becomes { !$one->processes } 'and leaves no process', STOPPED;
is_deeply [$one->runtime_files], [], 'and no file';

done_testing;
