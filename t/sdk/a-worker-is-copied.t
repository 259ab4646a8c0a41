# SPDX-License-Identifier: Apache-2.0
# Clones: a script that allows it is started once, and then copied.
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Wait 'becomes';
use Test::More;

my @scripts = (
    -e "$ENV{PERSIST_T_PYTHONPATH}/persist_worker" ? 'clone.py' : (),
    Persist::Httpd->ruby ? 'clone.rb' : ());
plan skip_all => 'neither Python nor Ruby has its SDK' if !@scripts;

# Both scripts take their time to start: they do so at the same time.
my %server = map { $_ => Persist::Httpd->new(
    conf => "PersistEnv MARKS ROOT/marks\nPersistWorkers 4 4\n"
        . Persist::Httpd->ruby)->start } @scripts;

# The requests that all of them have been asked.
sub ask_all {
    my ($page) = @_;
    return map { $_ => $server{$_}->open_request("/clone/$_/$page",
            headers => ['Connection', 'close']) } @scripts;
}

my %who = ask_all('who');
for my $script (@scripts) {
    my $httpd = $server{$script};

    # Pids that have made this mark.
    my $marks = sub {
        my ($what) = @_;
        my $text = Persist::Httpd::slurp("$httpd->{root}/marks");
        my @pids = sort { $a <=> $b } $text =~ /^$what (\d+)$/mg;
        return @pids;
    };
    my $ready = sub {
        my @pids = sort { $a <=> $b }
            map { $_->{pid} } grep { $_->{state} eq 'ready' }
            map { $_->{workers}->@* } $httpd->status->{pools}->@*;
        return @pids;
    };

    my $original = $who{$script}->response->{body};
    becomes { $ready->() == 4 } "$script: a pool of four gets its workers";
    is_deeply [$marks->('booted')], [$original], 'it is started once';
    is_deeply [$ready->()],
        [sort { $a <=> $b } $original, $marks->('cloned')],
        'the others are copies, in which after_fork has run';
    is_deeply [map { getpgrp $_ } $ready->()], [$ready->()],
        'each leads a process group of its own';

    my ($clone) = $marks->('cloned');
    kill 'KILL', $clone;
    becomes { my %is = map { $_ => 1 } $ready->(); !$is{$clone} && %is == 4 }
        'one that is killed is replaced';
    is scalar $marks->('booted'), 1, 'by another copy';

    my $persistd = $httpd->persistd;
    my @before = $ready->();
    kill 'KILL', $persistd;
    becomes { my $now = $httpd->persistd; $now && $now != $persistd }
        'persistd is killed, and replaced';
    becomes { $httpd->status && "@before" eq join ' ', $ready->() }
        'it adopts the copies';
    kill 'KILL', $original;
    becomes { my %is = map { $_ => 1 } $ready->(); !$is{$original} && %is == 4 }
        'the original is killed, and replaced';
    is scalar $marks->('booted'), 1, 'by a copy of a copy';
    like $httpd->get("/clone/$script/who")->{body}, qr/^\d+$/, 'they serve';
}

for my $httpd (values %server) {
    ok $httpd->reconfigure("PersistEnv MARKS ROOT/load\nPersistWorkers 0 4\n"
            . Persist::Httpd->ruby), 'a pool that begins with one worker';
}
my %first = ask_all('who');
for my $script (@scripts) {
    my $httpd = $server{$script};
    my %pids = ($first{$script}->response->{body} => 1);
    becomes {
        my @http = map { $httpd->open_request("/clone/$script/work") } 1 .. 8;
        $pids{ $_->response->{body} }++ for @http;
        keys %pids > 1;
    } "$script: gets more while there is work";
    my $load = Persist::Httpd::slurp("$httpd->{root}/load");
    is scalar(() = $load =~ /^booted/mg), 1, 'which are copies, too';
    unlike $httpd->log, qr/no clone/, 'no copy has failed';
    ok $httpd->stop, 'httpd stops, and leaves nothing';
}
done_testing;
