# SPDX-License-Identifier: Apache-2.0
# What the owner of a script has persistd do with its workers.
use v5.30;
use warnings;
use IO::Select;
use Persist::Ctl qw(ctl ctl_begin ctl_end script_ctl);
use Persist::Httpd;
use Persist::Load qw(load_begin load_stop);
use Persist::Process 'is_alive';
use Persist::Wait 'becomes';
use Test::More;

my $name = $ENV{PERSIST_T_MPM} eq 'prefork' ? 'cgi' : 'cgid';
my $cgi = "$ENV{HTTPD_MODULES}/mod_$name.so";
my $httpd = Persist::Httpd->new(conf => <<"END")->start;
PersistWorkers 0 1
PersistStopTimeout 60
<IfFile $cgi>
    LoadModule ${name}_module $cgi
    <IfModule cgid_module>
        ScriptSock ROOT/cgid
    </IfModule>
    ScriptAlias /cgi/ ROOT/site/
    SetEnv PYTHONPATH $ENV{PERSIST_T_PYTHONPATH}
</IfFile>
END
my $script = "$httpd->{root}/site/app.py";

sub did {
    my ($answer, $status, $pattern, $name) = @_;
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    like "$answer->{status} $answer->{said}", qr/^$status \Q$script\E: $pattern/,
        $name;
}

sub is_stopped {
    my ($name) = @_;
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    my $answer = $httpd->get('/app.py');
    is $answer->{status}, 503, $name;
    return $answer;
}

# Before anything.
my $none = script_ctl($httpd, 'start');
is $none->{status}, 1, 'a script that nobody has asked for has nothing to start';
like $none->{said}, qr/first request starts one/, 'and is told how it starts';

# The first request lasts: a worker that has had short ones has its next request
# ahead, which then waits in no queue.
my $held = $httpd->hold('/app.py');
my $pid = $held->{worker};
is script_ctl($httpd, 'pid')->{said}, "$pid\n", 'pid tells the worker';
my $status = script_ctl($httpd, 'status');
is $status->{status}, 0, 'status tells';
like $status->{said}, qr/\Q$script\E.*pid $pid /s, 'of the script';

# A stop, while one request is in the worker and another one waits for it.
my $waits = $httpd->open_request('/app.py');
becomes { ctl($httpd, 'pools')->{said} =~ m{^ready\t1/1\t1\t}m }
    'one request runs, one waits' or diag ctl($httpd, 'pools')->{said};
my $stop = ctl_begin($httpd, 'stop', $script);
is $waits->response->{status}, 503, 'who waits is told of a stop';
my $answer = is_stopped('who comes is, too');
ok !(grep { /^Retry-After/i } $answer->{lines}->@*),
    'nobody is told when it ends';
ok $httpd->wait_log(qr/PERSIST3006/), 'the log has its code';
$httpd->release($held);
is $held->{http}->response->{status}, 200, 'the one that runs is answered';
did(ctl_end($stop), 0, 'stopped \(1 worker\)', 'then the stop is done');
ok !is_alive($pid), 'and the worker has gone';

# What does not lift it.
for my $way ('restart', 'graceful') {
    ok $httpd->$way, "a $way comes";
    is_stopped('the script is still stopped');
}
kill 'KILL', $httpd->persistd;
becomes { ctl($httpd, 'pools')->{said} =~ /^stopped\t/m }
    'a new persistd knows of it';
is_stopped('so does httpd');
utime 1, 1, $script or die $!;
is_stopped('a changed script is still stopped');

did(script_ctl($httpd, 'start'), 0, 'started \(1 worker\)', 'a start lifts it');
$pid = $httpd->who->{pid};
ok $pid, 'requests are answered again';

# Requests give no orders: a query without = is a CGI program's argument.
is $httpd->get('/app.py?stop')->{status}, 200, '?stop is a query';
SKIP: {
    skip "httpd has no mod_$name", 1 if !-e $cgi;
    is $httpd->get('/cgi/app.py?stop')->{status}, 200, 'also of a CGI program';
}
is $httpd->who->{pid}, $pid, 'nothing was stopped';

# New workers for old ones.
did(script_ctl($httpd, 'restart'), 0, 'restarted \(1 worker\)', 'a restart');
my $next = $httpd->who->{pid};
isnt $next, $pid, 'brings another worker';
did(ctl($httpd, 'drain', $script), 0, 'drained \(1 worker\)', 'a drain');
ok !is_alive($next), 'ends it';
is $httpd->get('/app.py')->{status}, 200, 'and the next request has one';
SKIP: {
    skip 'the load client needs libnghttp2', 3
        if !-x "$ENV{PERSIST_T_STAGE}/t/load-client/load";
    my $requests = 3000;
    my $load = load_begin('-p', $httpd->{port}, '-c', 4, '-n', $requests,
        '/app.py/token');
    # Its results can be read when it has ended.
    my $ended = IO::Select->new($load->{output});
    my $until = time + 300;
    my @failed;
    for (my $n = 0; $n < 3 || !$ended->can_read(0) && time < $until; $n++) {
        my $order = (qw(restart reload drain))[$n % 3];
        push @failed, $order if ctl($httpd, $order, $script)->{status};
    }
    my $seen = load_stop($load);
    is_deeply \@failed, [], 'orders under load are carried out';
    is $seen->{failed}, 0, 'no request fails';
    is $seen->{answered}, $requests, 'all are answered';
}

# A new version that does not start.
open my $file, '>', $script or die $!;
print $file "#!$ENV{PERSIST_T_PYTHON}\nraise LookupError('no such table')\n";
close $file or die $!;
my $failed = ctl($httpd, 'restart', $script);
is $failed->{status}, 1, 'a restart that fails is a failure';
like $failed->{said}, qr/PERSIST2002: .*no such table/s, 'with its reason';

ok $httpd->stop, 'httpd stops';
is ctl($httpd, 'stop', $script)->{status}, 1, 'nobody is there to stop it again';
is_deeply [$httpd->runtime_files], [], 'and no file is left';

done_testing;
