# SPDX-License-Identifier: Apache-2.0
# Where requests come faster than a fork server makes processes, there is another
# one. One that is frozen or killed holds up and fails no request of the others,
# and whatever is killed, no request runs twice.
use v5.30;
use warnings;
use POSIX ();
use Persist::Httpd;
use Persist::Process qw(is_alive parent_of);
use Persist::Wait qw(becomes wait_for);
use Test::More;

plan skip_all => 'no fork servers on this system'
    if !-e $ENV{PERSIST_T_DAEMON} =~ s{[^/]+$}{persist_fork_server.so}r;
plan skip_all => 'one processor needs one fork server'
    if (grep { /^processor/ } split /\n/, Persist::Httpd::slurp('/proc/cpuinfo')) < 2;

my $httpd = Persist::Httpd->new(conf => 'PersistWorkers 0 16')->start;
my $folder = "$httpd->{root}/site/programs";
my $number = 0;

# Notes that it runs, before it answers.
sub write_program {
    open my $out, '>', "$folder/noted.sh.new" or die $!;
    print $out "#!/bin/sh\n# ", ++$number, "\n", <<'END';
echo "$QUERY_STRING" >>runs
printf 'Content-Type: text/plain\n\n%s\n' "$QUERY_STRING"
END
    close $out or die $!;
    chmod 0755, "$folder/noted.sh.new" or die $!;
    rename "$folder/noted.sh.new", "$folder/noted.sh" or die $!;
}

sub servers { $httpd->fork_servers('/programs/noted.sh') }

# Asks, and does not wait. A POST, which httpd does not run again.
sub ask {
    my (@headers) = @_;
    my $name = 'request' . ++$number;
    return { name => $name, request => $httpd->open_request(
        "/programs/noted.sh?$name", method => 'POST', body => '',
        headers => \@headers) };
}

sub answer { ($_[0]{answer} //= $_[0]{request}->response // {})->{status} // 0 }

sub runs_of {
    my ($asked) = @_;
    return grep { $_ eq $asked->{name} }
        split /\n/, Persist::Httpd::slurp("$folder/runs");
}

# Each request ran once if it was answered, and never twice.
sub is_sound {
    my ($name, @asked) = @_;
    my @wrong = grep { answer($_) == 200
        ? runs_of($_) != 1 || $_->{answer}{body} ne "$_->{name}\n"
        : runs_of($_) > 1 || answer($_) != 500 } @asked;
    is_deeply [map { [$_->{name}, answer($_), scalar runs_of($_)] } @wrong], [], $name;
}

# A server that is ready sleeps. One that is frozen before is asked for nothing.
sub await_ready {
    my ($server) = @_;
    wait_for { Persist::Httpd::slurp("/proc/$server/stat") =~ /\) S / };
}

# The host ends a frozen server after five seconds. What is to be seen before that
# is tried again where the machine was too slow for it.
sub in_time(&$) {
    my ($scenario, $name) = @_;
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    my $tries = 5;
    my $seen;
    do { $seen = $scenario->() } until $seen || !--$tries;
    ok $seen, $name;
}

sub are_alive { @_ == grep { is_alive($_) } @_ }

# One server that serves; then it is frozen, three requests wait for it, and
# another one is started. Returns the frozen one and the requests. The servers of
# the program before end first: some may be frozen.
sub freeze_first {
    my @old = servers();
    kill 'CONT', @old;
    write_program();
    wait_for { answer(ask()) == 200 && !grep { is_alive($_) } @old };
    wait_for { answer(ask()) == 200 && servers() };
    my ($first) = servers();
    await_ready($first);
    answer(ask());
    kill 'STOP', $first;
    my @asked = map { ask() } 1 .. 3;
    wait_for { (() = servers()) == 2 };
    return ($first, @asked);
}

my ($first, $second, @waiting, @served);
in_time {
    ($first, @waiting) = freeze_first();
    ($second) = grep { $_ != $first } servers() or return;
    @served = map { ask() } 1 .. 4;
    my $all = grep { answer($_) == 200 } @served;
    $all == 4 && are_alive($first, $second);
} 'a second server serves while the first one is frozen';
is_sound 'what it was asked for', @served;
kill 'CONT', $first;
is_deeply [map { answer($_) } @waiting], [200, 200, 200], 'which goes on later';
is_sound 'its requests ran once', @waiting;

($first, @waiting) = freeze_first();
kill 'KILL', $first;
is_deeply [map { answer($_) } @waiting], [200, 200, 200],
    'a killed one fails none of its requests';
is_sound 'they ran once', @waiting;

# Beside stdout and stderr: two for each program.
sub pipes_of {
    my ($pid) = @_;
    return scalar grep { !m{/[012]$} && (readlink($_) // '') =~ /^pipe:/ }
        glob "/proc/$pid/fd/*";
}

# Freezes the second server, too, once it is ready. Two requests wait for it.
sub freeze_both {
    my ($first, @asked) = freeze_first();
    my ($second) = grep { $_ != $first } servers() or return;
    await_ready($second);
    kill 'STOP', $second;
    push @asked, ask(), ask();
    wait_for { pipes_of(parent_of($first)) >= 2 * @asked };
    return ($first, $second, @asked);
}

in_time {
    ($first, $second, @waiting) = freeze_both() or return;
    kill 'KILL', $first;
    wait_for { !is_alive($first) };
    answer(ask()) == 200 && are_alive($second);
} 'one is killed, one is frozen: others are answered at once';
kill 'CONT', $second;
is_deeply [map { answer($_) } @waiting], [(200) x @waiting], 'no request fails';
is_sound 'all requests ran once', @waiting;

my @large = map { ("X-Large-$_", 'x' x 6000) } 1 .. 12;
in_time {
    ($first, $second, @waiting) = freeze_both() or return;
    my @further = map { ask(@large) } 1 .. 8;
    push @waiting, @further;
    wait_for { grep { runs_of($_) } @further } && are_alive($first, $second);
} 'the sockets are full: others run, and the host does not wait for room';
kill 'CONT', $first, $second;
is_deeply [map { answer($_) } @waiting], [(200) x @waiting], 'all are answered';
is_sound 'and ran once', @waiting;

for my $round (1 .. ($ENV{PERSIST_T_SHORT} ? 5 : 20)) {
    ($first, @waiting) = freeze_first();
    push @waiting, map { ask() } 1 .. 4;
    kill 'CONT', $first;
    push @waiting, map { ask() } 1 .. $round % 4;
    kill 'KILL', servers();
    is_sound "round $round: all are killed, and no request runs twice", @waiting;
}
is answer(ask()), 200, 'the next request is answered';
my @left = servers();
ok $httpd->stop, 'httpd stops';
becomes { !grep { is_alive($_) } @left } 'and no server is left';
done_testing;
