#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
#
# What a program in Perl leaves to the end of its process. It knows nothing of
# mod_persist.
use v5.30;
use warnings;
use File::Temp;

my $mark = "$ENV{MARK}/$ENV{HTTP_X_WAY}";
my $way = $ENV{PATH_INFO} =~ s{/}{}r;
our ($file, $one);

sub header { say "Content-Type: text/plain\n\nok" }

sub begin {
    open $file, '>>', "$mark/log" or die $!;
    say $file 'line';
}

sub Told::DESTROY { say 'an object ends' }

my %ways = (
    nothing => sub { header() },
    file => sub { header(); begin() },
    temporary => sub { header(); $one = File::Temp->new(DIR => $mark) },
    replaces => sub { open $one, '>&=', 1 or die $!; select $one; header() },
    told => sub { header(); $one = bless {}, 'Told' },
    cycle => sub { header(); my $own = bless {}, 'Told'; $own->{own} = $own },
    exits => sub { header(); begin(); exit 3 },
    raises => sub { header(); begin(); die "raised here\n" },
    child => sub {
        header();
        STDOUT->flush;
        my $pid = fork // die $!;
        if ($pid == 0) {
            begin();
            $one = bless {}, 'Told';
            exit 3;
        }
        waitpid $pid, 0;
        say 'parent ', $? >> 8;
    },
    process => sub {
        header();
        open my $maps, '<', '/proc/self/maps' or die $!;
        say((split / /, <$maps>)[0]);
    });
$ways{$way}->();

END { say 'a block at the end' }
