# SPDX-License-Identifier: Apache-2.0
# Notes for LogFormat, Server-Timing by choice, and the ids that others gave a
# request on its way to the script.
use v5.30;
use warnings;
use JSON::PP 'decode_json';
use Persist::Httpd;
use Persist::Wait 'wait_for';
use Test::More;

my @NOTES = qw(worker pool queue boot service fault);
my $httpd = Persist::Httpd->new(conf => <<'END');
LoadModule unique_id_module ${HTTPD_MODULES}/mod_unique_id.so
LogFormat "%U %>s %{persist-worker}n %{persist-pool}n %{persist-queue}n %{persist-boot}n %{persist-service}n %{persist-fault}n %D" times
CustomLog ROOT/access_log times
PersistWorkers 0 1
<LocationMatch "/token$">
    PersistQueue 5 300ms
</LocationMatch>
<LocationMatch "/who$">
    PersistServerTiming on
</LocationMatch>
END
# Ready late, so that the first request waits for it.
my $app = "$httpd->{root}/site/app.py";
my $text = Persist::Httpd::slurp($app);
open my $file, '>', $app or die $!;
print $file $text =~ s/^import persist_worker$/import persist_worker\ntime.sleep(0.2)/mr;
close $file or die $!;
$httpd->start;

# The line of the n-th request for this path, from 0, as { status, worker, ... }.
# Of requests for different paths, the line of a later one may come first.
sub logged {
    my ($path, $n) = @_;
    my @lines;
    wait_for {
        @lines = grep { /^\Q$path\E / }
            split /\n/, Persist::Httpd::slurp("$httpd->{root}/access_log");
        @lines > $n
    };
    my %line;
    @line{ 'path', 'status', @NOTES, 'all' } = split ' ', $lines[$n] // '';
    return \%line;
}

my $answer = $httpd->get('/app.py/who');
my $who = decode_json $answer->{body};
my $first = logged('/app.py/who', 0);
is $first->{worker}, $who->{pid}, 'the note persist-worker is its pid';
ok $first->{boot} >= 200_000, 'persist-boot what its start took';
ok $first->{queue} >= $first->{boot}, 'persist-queue all of the waiting';
ok $first->{service} > 0, 'persist-service what came then';
ok $first->{queue} + $first->{service} <= $first->{all}, 'and not more than all';
is $first->{fault}, '-', 'there was no fault';
is $first->{pool}, $httpd->status->{pools}[0]{pool}, 'persist-pool its number';

my ($queue, $boot, $work) = ($answer->{headers}{'server-timing'} // '')
    =~ /^queue;dur=([\d.]+), boot;dur=([\d.]+), app;dur=([\d.]+)$/;
ok defined $work, 'Server-Timing tells it to the browser';
ok $boot >= 200, 'in milliseconds';
ok abs($boot * 1000 - $first->{boot}) < 2
    && abs(($queue + $boot) * 1000 - $first->{queue}) < 3,
    'the start and the rest of the waiting apart';

$answer = $httpd->get('/app.py/token');
is $answer->{headers}{'server-timing'}, undef, 'but not unless it is told to';
my $second = logged('/app.py/token', 0);
is $second->{queue}, 0, 'who did not wait has waited 0';
is $second->{boot}, 0, 'and for no start';

my $held = $httpd->hold('/app.py');
is $httpd->get('/app.py/token')->{status}, 503, 'who waits too long is refused';
my $refused = logged('/app.py/token', 1);
ok $refused->{queue} >= 300_000, 'and has its time in the queue';
is $refused->{worker}, '-', 'but no worker';
is $refused->{fault}, 'PERSIST3002', 'and a fault';
$httpd->release($held);
is $held->{http}->response->{status}, 200, 'the other is served';

my $parent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
my $seen = decode_json $httpd->get('/app.py/env',
    headers => [traceparent => $parent, tracestate => 'a=b'])->{body};
is $seen->{HTTP_TRACEPARENT}, $parent, 'traceparent reaches the script';
is $seen->{HTTP_TRACESTATE}, 'a=b', 'and tracestate';
like $seen->{UNIQUE_ID}, qr/^[\w@-]{20,}$/, 'and the id of mod_unique_id';
my $named = $httpd->get('/logs/logs.py?count=0&mark=none')->{body};
like $named, qr/^\d+ [\w@-]{27}$/, 'which is how the request is called, too';
ok $httpd->stop, 'httpd stops';

done_testing;
