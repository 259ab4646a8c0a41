# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Process 'is_alive';
use Persist::Wait 'becomes';
use Test::More;

my $httpd = Persist::Httpd->new(conf => "PersistWorkers 0 1\n")->start;

# Idle.
my $pid = $httpd->who->{pid};
kill 'KILL', $pid;
becomes { !is_alive($pid) } 'an idle worker is killed';
my $next = $httpd->who->{pid};
ok $next, 'the next request is answered';
isnt $next, $pid, 'by another worker';

# In the middle of a request that can be run again: it is.
my $held = $httpd->hold('/app.py');
is $held->{worker}, $next, 'a request is in the worker';
kill 'KILL', $held->{worker};
$httpd->release($held);
is $held->{http}->response->{status}, 200,
    'GET is run once more on another worker';

# One that can't be: 502.
$held = $httpd->hold('/app.py', method => 'POST', body => 'x');
kill 'KILL', $held->{worker};
is $held->{http}->response->{status}, 502, 'POST is a 502';
ok $httpd->wait_log(qr/PERSIST4001/), 'with its code in the log';

# After the head, the stream is cut.
my $dir = "$httpd->{root}/stream";
mkdir $dir or die $!;
chmod 0755, $dir;
open my $file, '>', "$dir/0" or die $!;
my $http = $httpd->open_request("/app.py/stream?dir=$dir&count=2");
is $http->head->{status}, 200, 'a stream begins';
is $http->chunk, "line 0\n", 'with its first line';
kill 'KILL', $httpd->workers;
is $http->chunk, undef, 'a killed worker cuts it, and never ends it properly';

# A worker that ends by itself.
is $httpd->get('/app.py/exit', method => 'POST', body => 'x')->{status}, 502,
    'a worker that exits in its request is a 502';
is $httpd->get('/app.py')->{status}, 200, 'the next request is answered';
becomes { $httpd->workers == 1 } 'there is one worker as before';

ok $httpd->stop, 'httpd stops';
is_deeply [$httpd->runtime_files], [], 'and leaves no file';

done_testing;
