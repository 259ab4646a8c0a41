# SPDX-License-Identifier: Apache-2.0
# The table's name is taken away, as systemd-logind's RemoveIPC does.
use v5.30;
use warnings;
use Persist::Http 'threads_at_work';
use Persist::Httpd;
use Persist::Process qw(is_alive mapped_files);
use Persist::Wait qw(becomes STOPPED);
use Test::More;

$ENV{PERSIST_DUMPABLE} = 1; # for a look into persistd

sub table { grep { m{^/dev/shm/} } mapped_files($_[0]->persistd) }

# A request's body and its place in the queue have more time than this test.
my $httpd = Persist::Httpd->new(conf => <<'END')->start;
PersistWorkers 0 1
PersistQueue 10 300s
RequestReadTimeout body=0
END
my $old = $httpd->persistd;
my $pid = $httpd->who->{pid};
my $upload = $httpd->open_request('/app.py/body', method => 'POST',
    headers => ['Content-Length', 20_000], body => 'x' x 10_000);
becomes { threads_at_work($httpd->{port}) == 2 } 'a client sends half of a body';
my @children = $httpd->children;
unlink table($httpd) or die $!;
ok $httpd->wait_log(qr/PERSIST5004/), 'persistd says that its table is lost';
becomes { ($httpd->persistd // $old) != $old } 'another one takes its place';
my $new;
becomes { $new = $httpd->who->{pid}; $new && $new != $pid }
    'requests are answered, by a new worker';
becomes { !is_alive($pid) } 'the old one ends', STOPPED;
is_deeply [map { is_alive($_) } @children], [map { 1 } @children],
    'and httpd has its children still';
# On prefork the one that has the upload gets no request meanwhile.
my $busy = $ENV{PERSIST_T_MPM} eq 'prefork' ? 1 : 0;
becomes { my @answers = map { $httpd->who->{pid} // 0 } 1 .. 20;
    !(grep { $_ != $new } @answers) && $httpd->without_table == $busy }
    'all of which have the new table';

$upload->send_bytes('x' x 10_000);
is $upload->response->{status}, 200, 'and so is a body that was on its way';

# persistd is killed before it can notice. Nobody but a request that waits in
# the old table has a reason to ask.
my $held = $httpd->hold('/app.py');
my $waiting = $httpd->open_request('/app.py/who');
becomes { ($httpd->status // {})->{pools}[0]{waiting} } 'a request waits';
$old = $httpd->persistd;
kill 'STOP', $old;
unlink table($httpd) or die $!;
kill 'KILL', $old;
becomes { ($httpd->persistd // $old) != $old } 'killed as well, it is replaced';
is $waiting->response->{status}, 503, 'the request need not wait any more';
unlike $httpd->log, qr/PERSIST3002/, 'as it hears before its time is over';
$httpd->release($held);
is $held->{http}->response->{status}, 200, 'the other one ends where it began';
becomes { my @answers = map { $httpd->who->{pid} // 0 } 1 .. 20;
    $answers[0] && $answers[0] != $new && !grep { $_ != $answers[0] } @answers }
    'and requests are answered again';

ok $httpd->stop, 'httpd stops';
is_deeply [$httpd->runtime_files], [], 'and leaves no file';

done_testing;
