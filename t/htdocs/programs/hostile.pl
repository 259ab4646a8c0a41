#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
# Behaves badly in the way that PATH_INFO says.
use v5.30;
use warnings;
use POSIX ();
use Time::HiRes 'sleep';

$| = 1;
my $type = "Content-Type: text/plain\n";
my %query = map { split /=/, $_, 2 } split /&/, $ENV{QUERY_STRING} // '';

sub mark {
    my ($word) = @_;
    open my $file, '>>', $query{mark} or die $!;
    print $file "$word\n";
    close $file;
}

my %way = (
    well => sub { print "$type\n$$" },
    reads_late => sub {
        local $SIG{TERM} = 'IGNORE';
        print "$type\nanswered\n";
        close STDOUT;
        POSIX::close(1);
        sleep 0.01 until -e $query{go};
        my $got = 0;
        while (my $n = sysread STDIN, my $piece, 65_536) { $got += $n }
        mark($got);
    },
    grows => sub {
        print "$type\nbegin\n" if $query{begins};
        mark($$);
        if ($query{forks}) {
            my $child = fork // die $!;
            if ($child) {
                waitpid $child, 0;
                exit;
            }
            mark($$);
        }
        my $much = 'x' x ($query{mib} << 20);
        sleep 0.02 until -e $query{go};
        print "$type\nbegin\n" unless $query{begins};
        print "done\n";
    },
    leaves_stubborn => sub {
        if (!fork) {
            $SIG{TERM} = 'IGNORE';
            mark($$);
            sleep 100;
        }
        print "$type\nbegin\n";
        sleep 100;
    },
    noisy => sub {
        print "$type\n";
        fork or do { print 'x' x 65_536 for 1 .. 400; POSIX::_exit(0) };
        close STDOUT;
        POSIX::close(1);
        # As much as a pipe takes at once if it has room (PIPE_BUF). It has none
        # for half a second, or somebody takes 64 MB.
        my $lines = (('n' x 99) . "\n") x 40;
        for (1 .. 16_000) {
            vec(my $pipe = '', 2, 1) = 1;
            last if select(undef, $pipe, undef, 0.5) <= 0;
            syswrite STDERR, $lines;
        }
        mark($$);
    },
    leaves_listening => sub {
        if (!fork) {
            POSIX::close($_) for 0, 1;
            sleep 0.1 while -e $query{mark};
            POSIX::_exit(0);
        }
        print "$type\nparent\n";
    },
);
$way{ (split m{/}, $ENV{PATH_INFO})[1] }->();
