# SPDX-License-Identifier: Apache-2.0
# The host, its fork servers, programs and persistd are killed and frozen: only
# what ran in a killed process fails, what is frozen does not hang its requests
# for ever, and no process is left behind.
use v5.30;
use warnings;
use IO::Select;
use Persist::Httpd;
use Persist::Load qw(load_begin load_or_skip load_stop);
use Persist::Process qw(command_line is_alive parent_of);
use Persist::Wait qw(becomes wait_for);
use Test::More;
use Time::HiRes 'sleep';

load_or_skip();
my $httpd = Persist::Httpd->new(conf => <<'END')->start;
PersistWorkers 0 8
PersistCeiling QueueTotal 60
SetEnv ap_trust_cgilike_cl 1
SetEnv PATH /usr/bin:/bin
SetEnvIf Request_URI "/facts\.py" PYTHONPATH=ROOT/dies
<LocationMatch "/frozen\.sh">
    PersistRequestTimeout off 2s
</LocationMatch>
END
my $folder = "$httpd->{root}/site/programs";
my $page = '/programs/token.sh';
link "$folder/token.sh", "$folder/frozen.sh" or die $!;

# Hosts, their fork servers, their programs and what these have started.
sub all {
    return grep { (readlink("/proc/$_/cwd") // '') eq $folder && is_alive($_) }
        Persist::Process::pids();
}

sub hosts {
    my ($script) = @_;
    return $httpd->cgi_hosts("/programs/$script");
}

# Children of hosts: programs and servers. A server that waits has 0 to 2 and a
# socket open. So has a program, for an instant before it begins, but it does not
# sleep by then: the state is read first. (Programs live for some milliseconds,
# so nothing slow comes after the list.)
sub children {
    my ($script) = @_;
    return grep { is_alive($_) }
        map { split ' ', Persist::Httpd::slurp("/proc/$_/task/$_/children") }
        hosts($script);
}

sub has_socket { (readlink("/proc/$_[0]/fd/3") // '') =~ /^socket/ }

sub sleeps { ((Persist::Process::stat_of($_[0]))[0] // '') eq 'S' }

sub servers {
    my ($script) = @_;
    return grep { sleeps($_) && has_socket($_) && 4 == (() = glob "/proc/$_/fd/*") }
        children($script);
}

sub programs {
    my ($script) = @_;
    return grep { !has_socket($_) } children($script);
}

# Processes of a group.
sub group_of {
    my ($group) = @_;
    return grep { my @stat = Persist::Process::stat_of($_);
        @stat && $stat[2] == $group && $stat[0] ne 'Z' } Persist::Process::pids();
}

# The number of a program that runs `sleep`.
sub sleeping {
    my ($seconds) = @_;
    for my $pid (all()) {
        my @words = command_line($pid);
        return parent_of($pid)
            if @words == 2 && $words[0] eq 'sleep' && $words[1] eq $seconds;
    }
    return;
}

sub zombies {
    my %ours = map { $_ => 1 } $httpd->ours;
    return grep { my @stat = Persist::Process::stat_of($_);
        @stat && $stat[0] eq 'Z' && $ours{ $stat[1] } } Persist::Process::pids();
}

sub status { ($httpd->get("$_[0]?x") // {})->{status} // 0 }

# There is a fork server, and it serves.
sub warm {
    my ($script) = @_;
    return wait_for { status("/programs/$script") == 200 && servers($script) };
}

# A host that is killed: the whole group of each of its programs ends.
plan skip_all => 'no fork servers on this system' if !warm('token.sh');
# (httpd runs a GET again, but not a POST.)
my $hang = $httpd->open_request("$page/876.5", method => 'POST', body => 'x');
my $program;
becomes { $program = sleeping('876.5') } 'a program waits for one that it runs';
is group_of($program), 2, 'both are one group';
my ($host) = hosts('token.sh');
kill 'KILL', $host;
becomes { !group_of($program) } 'the host is killed, and its programs end as groups';
like $hang->response->{status}, qr/^50[0-4]$/, 'its request fails';
is status($page), 200, 'the next request is answered';
isnt((hosts('token.sh'))[0], $host, 'by a new host');

# A program that is killed fails alone.
warm('token.sh');
$hang = $httpd->open_request("$page/877.5?x");
my $other = $httpd->open_request("$page/0.5?other");
becomes { $program = sleeping('877.5') } 'two programs run';
kill 'KILL', group_of($program);
is $hang->response->{status}, 500, 'one is killed, and its request fails';
like $other->response->{body}, qr/^other \d+$/, 'the other one is answered';

# A server that is killed between a fork and its answer. Its module kills it.
mkdir "$httpd->{root}/dies" or die $!;
open my $module, '>', "$httpd->{root}/dies/sitecustomize.py" or die $!;
print $module "import os\nif 'PERSIST_FORK_FD' in os.environ:\n"
    . "    os.register_at_fork(after_in_parent=lambda: os.kill(os.getpid(), 9))\n";
close $module or die $!;
# (While a server starts, requests have no use for it.)
my @python;
becomes {
    push @python, $httpd->get('/programs/facts.py/process')->{status};
    $httpd->log =~ /facts\.py is started by exec .* did not last/;
} 'after three servers that die after a fork there is none';
is_deeply [grep { $_ != 200 } @python], [], 'each has made what answers';
becomes { !programs('facts.py') } 'none is left';

# A frozen server holds requests up for five seconds, and none fails.
my @frozen = servers('token.sh');
kill 'STOP', @frozen;
is_deeply [map { status($page) } 1 .. 4], [(200) x 4],
    'a frozen server fails no request';
becomes { !grep { is_alive($_) } @frozen } 'and is killed';

# A frozen host: the deadline ends its requests, and then it. (The client waits for
# a minute, which is less than the deadline of all other scripts.)
warm('frozen.sh');
($host) = hosts('frozen.sh');
kill 'STOP', $host;
like status('/programs/frozen.sh'), qr/^50[34]$/, 'a frozen host meets the deadline';
becomes { !is_alive($host) } 'is killed';
becomes { status('/programs/frozen.sh') == 200 } 'and replaced';

# persistd is killed, and its successor takes the host over.
warm('token.sh');
($host) = hosts('token.sh');
my $old = $httpd->persistd;
kill 'KILL', $old;
becomes { ($httpd->persistd // $old) != $old && $httpd->status }
    'persistd is replaced';
is status($page), 200, 'and requests are answered';
is((hosts('token.sh'))[0], $host, 'by the same host');

# Under load: each kill fails what its victim ran, and what the eight clients have
# asked for is the most that a host runs.
my @kinds = (
    # A server that has made less than a hundred processes has not lasted.
    ['fork servers', \&servers, 0.5, 0],
    ['programs', \&programs, 0.05, 1],
    # One that is killed before it has run anything counts as one that can't.
    ['hosts', sub { programs($_[0]) ? hosts($_[0]) : () }, 0.5, 8],
    ['persistds', sub { $httpd->persistd // () }, 1, 0]);

# A program that has changed has fork servers again, whatever befell the others.
sub renew {
    system('cp', '-p', "$folder/token.sh", "$folder/token.new") == 0 or die 'cp';
    rename "$folder/token.new", "$folder/token.sh" or die $!;
    warm('token.sh');
}

# What the clients saw: { answered, failed, mixed }, and how many were killed while
# they asked. One at a time: of two servers that have ended at once, a host cannot
# tell which one has made a process, and runs no request twice.
sub storm {
    my ($signal, $find, $pause) = @_;
    renew();
    my $load = load_begin('-p', $httpd->{port}, '-c', 8, '-n',
        $ENV{PERSIST_T_SHORT} ? 700 : 1500, "$page/0.01");
    my $has_ended = sub { IO::Select->new($load->{output})->can_read(0) };
    my ($kills, $pid, $until) = (0, 0, time + 300);
    until ($has_ended->() || time > $until) {
        my @pids = $find->('token.sh');
        $pid = @pids ? $pids[rand @pids] : 0;
        $kills += kill $signal, $pid if $pid;
        sleep($kills ? $pause : 0.02);
        wait_for { !$pid || !-e "/proc/$pid" || $has_ended->() };
    }
    # A frozen one is killed when it does not answer a request, and nobody asks now.
    wait_for { !$pid || !-e "/proc/$pid" || !status($page) };
    return (load_stop($load), $kills);
}

for (@kinds) {
    my ($kind, $find, $pause, $each) = @$_;
    my ($seen, $kills) = storm('KILL', $find, $pause);
    cmp_ok $kills, '>=', 1, "$kills $kind are killed under load";
    cmp_ok $seen->{failed}, '<=', $each * $kills, "$seen->{failed} requests fail"
        or diag join "\n", grep { /persist:/ } split /\n/, $httpd->log;
    is $seen->{mixed}, 0, 'no answer is wrong';
    cmp_ok $seen->{answered}, '>', 0, "and $seen->{answered} are right";
    becomes { status($page) == 200 } 'as are those that follow';
}
my ($seen, $kills) = storm('STOP', \&servers, 1);
is $seen->{failed}, 0, "$kills servers are frozen under load: no request fails";

becomes { !zombies() } 'no zombie is left';
# A server that is about to start is known when it has.
becomes {
    my %known = map { $_ => 1 } hosts('token.sh'), hosts('frozen.sh'),
        hosts('facts.py'), servers('token.sh'), servers('frozen.sh');
    !grep { !$known{$_} } all();
} 'nor a program, nor an old server'
    or diag join "\n", map { join ' ', $_, command_line($_) } all();
ok $httpd->stop, 'httpd stops';
becomes { !all() } 'and nothing is left';
done_testing;
