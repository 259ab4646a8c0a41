#!/usr/bin/perl -w
# SPDX-License-Identifier: Apache-2.0
# What a program in Perl finds. It knows nothing of mod_persist.
use v5.30;
use Cwd 'getcwd';
use List::Util qw(first sum0);

our $count;

# Whether perl's time of start is that of this process, which may be a copy of an
# older one.
sub starts_now {
    local $!;
    my $now = time;
    open my $file, '<', '/proc/self/stat' or die $!;
    my $ticks = (split ' ', <$file> =~ s/.*\) //r)[19]; # since boot, 100 a second
    open my $clock, '<', '/proc/uptime' or die $!;
    my ($up) = split ' ', <$clock>;
    return $^T >= $now - $up + $ticks / 100 - 2;
}

sub facts {
    my $body = do { local $/; <STDIN> } // '';
    my $data = do { local $/; <DATA> };
    return map({ "$_=$ENV{$_}" } sort keys %ENV),
        "arguments @ARGV, program $0, warnings $^W, phase ${^GLOBAL_PHASE}",
        'count ' . ++$count, 'in ' . getcwd . sprintf(', umask %o', umask),
        'folders ' . join(' ', @INC), 'started ' . (starts_now() ? 'now' : $^T),
        'error ' . ($! + 0) . ", data $data", 'read ' . length($body)
        . ' ' . sum0(unpack 'C*', $body);
}

sub way {
    my ($name) = @_;
    return ($ENV{PATH_INFO} // '/facts') eq $name;
}

print "Content-Type: text/plain\n\n";
if (way('/process')) {
    open my $maps, '<', '/proc/self/maps' or die $!;
    say "$$ ", (split ' ', <$maps>)[0];
    say rand;
}
elsif (way('/atexit')) {
    eval 'END { print "at the end\n" }';
    warn "said by exit\n";
    exit 3;
}
elsif (way('/raises')) {
    say 'before';
    die 'raised here';
}
elsif (way('/fork')) {
    $| = 1;
    my $pid = fork // die $!;
    if ($pid == 0) {
        say 'child';
        exit 3;
    }
    waitpid $pid, 0;
    say 'parent ', $? >> 8;
}
else {
    say for facts();
}
__DATA__
behind the program
