#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
# What a program finds when it starts. It knows nothing of mod_persist.
use v5.30;
use warnings;
use Cwd 'getcwd';

# Masks of signals, without the two that are the C library's own: they are
# ignored in a program that was started by posix_spawn(3), and in all below it.
sub signals {
    open my $status, '<', '/proc/self/status' or die $!;
    return map { sprintf "%s %x\n", $_->[0], hex($_->[1]) & ~(3 << 31) }
        map { /^(Sig(?:Blk|Ign):)\s+(\w+)/ ? [$1, $2] : () } <$status>;
}

print "Content-Type: text/plain\r\n\r\n";
say "$_=$ENV{$_}" for sort keys %ENV;
say "argument $_" for $0, @ARGV;
say 'in ', getcwd;
printf "umask %03o\n", umask;
print signals();
say 'open ', join ' ', grep { -e "/proc/self/fd/$_" } 0 .. 20;
my $body = do { local $/; <STDIN> };
say 'read ', length($body // ''), ' ', unpack '%32C*', $body // '';
