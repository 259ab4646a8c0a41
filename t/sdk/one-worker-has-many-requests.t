# SPDX-License-Identifier: Apache-2.0
# Threads of one worker: what befalls one request does not touch the others.
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Wait qw(becomes wait_for);
use Test::More;

my $conf = <<"END" . Persist::Httpd->ruby;
PersistEnv THREADS 4
<LocationMatch "/spin\$">
    PersistRequestTimeout 50ms 300s
</LocationMatch>
END
my $httpd = Persist::Httpd->new(conf => "$conf\nPersistWorkers 0 1\n")->start;
my $count = 0;

# A request that is in its worker: { http, file }.
sub hold {
    my ($script) = @_;
    my $file = "$httpd->{root}/held" . ++$count;
    my $http = $httpd->open_request("/late/$script/hold?$file");
    wait_for { -e "$file.in" } or die "$script: no request arrived";
    return { http => $http, file => $file };
}

sub release {
    my ($held) = @_;
    open my $file, '>', "$held->{file}.go" or die $!;
    my $response = $held->{http}->response // { body => 'no response' };
    return $response->{body};
}

sub end_of { Persist::Httpd::slurp("$_[0]{file}.out") }

my @scripts = ('late.py', Persist::Httpd->ruby ? 'late.rb' : ());
for my $script (@scripts) {
    my $pid = $httpd->get("/late/$script/who")->{body};
    my @held = map { hold($script) } 1 .. 3;
    pass "$script: three requests are at work";
    is $httpd->get("/late/$script/spin")->{status}, 504, 'a fourth is too late'
        for 1 .. 2;
    my $left = splice @held, 1, 1;
    close $left->{http}{socket};
    becomes { end_of($left) } 'the client of one leaves';
    is end_of($left), 'cancelled', 'and its script is told';
    is end_of($held[0]) . end_of($held[1]), '', 'others go on';
    is_deeply [map { release($_) } @held], [$pid, $pid],
        'and are answered, all by one worker';
    is end_of($held[0]), 'released', 'without being told anything';
}

ok $httpd->reconfigure("$conf\nPersistWorkers 0 2\nPersistConcurrency 2\n"),
    'PersistConcurrency 2';
for my $script (@scripts) {
    my @held = map { hold($script) } 1 .. 4;
    my %pids;
    $pids{ release($_) }++ for @held;
    is_deeply [values %pids], [2, 2],
        "$script: four requests take two workers, which could take four each";
}
ok $httpd->reconfigure(
    "$conf\nPersistWorkers 0 1\nPersistRequestTimeout off 8s\n"),
    'a hard deadline';
# The deadline is the same for all requests of a worker, so it is long enough for
# those that must not meet it. All scripts wait for theirs at the same time.
my (%slow, %pids, %held);
my %pid = map { $_ => $httpd->get("/late/$_/who")->{body} } @scripts;
for my $script (@scripts) {
    $slow{$script} = $httpd->open_request("/late/$script/flood");
    is $slow{$script}->head->{status}, 200, "$script: a client begins to read";
    $held{$script} = hold($script);
}

# At each moment there is another one, too young to be late itself.
sub hold_next {
    my ($script) = @_;
    my $next = hold($script);
    $pids{$script}{ release($held{$script}) }++;
    $held{$script} = $next;
}

my %is_cut;
for my $script (@scripts) {
    becomes {
        hold_next($_) for @scripts;
        $is_cut{$_} ||= $httpd->log =~ /PERSIST4005: .*passed on: \S+\Q$_\E/
            for @scripts;
        $is_cut{$script};
    } "$script: it reads no more, until its deadline has come";
}
for my $script (@scripts) {
    # Four at once only if the cut one has left its thread.
    my @held = ($held{$script}, map { hold($script) } 1 .. 3);
    $pids{$script}{ release($_) }++ for @held;
    is_deeply [keys $pids{$script}->%*], [$pid{$script}],
        "$script: all others are answered by the one worker";
}
unlike $httpd->log, qr/outlasted|still busy/, 'persistd had no need to step in';
ok $httpd->stop, 'httpd stops';
done_testing;
