#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
# Tells all that it finds of its process, and then spoils all that it can.
use v5.30;
use warnings;
use Cwd 'getcwd';
use Fcntl qw(:flock F_GETFL F_SETFL O_APPEND O_NONBLOCK);
use File::Temp 'tempfile';
use POSIX ();
use Time::HiRes qw(getitimer setitimer ITIMER_PROF ITIMER_REAL ITIMER_VIRTUAL);

our $count;
$count++;
my @timers = (ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF);

sub tell_file {
    my ($name) = @_;
    open my $file, '<', "/proc/self/$name" or die $!;
    while (my $line = <$file>) { print "$name $line" }
}

print "Content-Type: text/plain\n\n";
tell_file($_) for qw(status limits stat comm coredump_filter timerslack_ns
    personality oom_score_adj fdinfo/0 fdinfo/1 fdinfo/2);
say "open $_" for grep { -e "/proc/self/fd/$_" } 0 .. 100;
# Programs of another test may hold the lock for a moment.
my $left = 1000;
select undef, undef, undef, 0.01 while !flock(STDIN, LOCK_EX | LOCK_NB) && $left--;
say 'lock ', $left > 0 ? 1 : 0;
say "itimer ", join ' ', getitimer($_) for @timers;
say "handler $_" for grep { $SIG{$_} } sort keys %SIG;
say "count $count data ", scalar <DATA>;
say 'own group ', getpgrp == $$ ? 1 : 0, ' in ', getcwd, ' warnings ', $^W;
say "separators $/ ", defined $\ ? 'set' : 'none', ' buffered ', $|;
say "argument $_" for $0, @ARGV;
say "$_=$ENV{$_}" for sort keys %ENV;
my ($file, $path) = tempfile('spoilXXXXXXXX', DIR => $ENV{TMPDIR} // '/tmp',
    UNLINK => 1);
say 'random ', rand;
say "unique $path";

fcntl $_, F_SETFL, fcntl($_, F_GETFL, 0) | O_NONBLOCK | O_APPEND
    for \*STDIN, \*STDOUT, \*STDERR;
POSIX::dup2(0, $_) for 10 .. 60;
setitimer($_, 3600, 3600) for @timers;
$SIG{$_} = 'IGNORE' for qw(TERM INT HUP USR1 USR2 PIPE CHLD);
POSIX::sigprocmask(POSIX::SIG_BLOCK, POSIX::SigSet->new(1 .. 31));
POSIX::nice(7);
POSIX::setsid();
chdir '/tmp';
umask 0;
if (open my $score, '>', '/proc/self/oom_score_adj') { print $score 500 }
srand 1234;
%ENV = (SPOILED => 1);
@ARGV = ('spoiled');
$0 = 'spoiled';
seek DATA, 0, 0;
eval q{END { print "at the end\n" }};
__DATA__
the data of this script
