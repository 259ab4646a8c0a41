#!/usr/bin/env perl
# SPDX-License-Identifier: Apache-2.0

# The script under test for persist-conform, level core.

use v5.30;
use warnings;
use Time::HiRes qw(sleep);
use PersistWorker qw(each_request);

my @PLAIN = ('Content-Type', 'text/plain');
my %PAGE  = (
    '/hello' => sub { $_[0]->respond(200, \@PLAIN, 'hello') },
    '/env'   => \&show_variables,
    '/echo'  => sub { $_[0]->respond(200, \@PLAIN, $_[0]->body) },
    '/sleep' => \&sleep_some,
    '/error' => sub { die "an error, as asked\n" },
    '/fork'  => \&fork_one,
    '/exec'  => \&start_one,
    '/exit'  => sub { $_[0]->respond(200, \@PLAIN, 'bye'); exit },
    map { $_ => sub { $_[0]->respond(501, \@PLAIN, 'not in the level core') } }
        qw(/stream /slow /abort /hints /after /file),
);

sub show_variables {
    my ($request) = @_;
    my $env = $request->env;
    $request->respond(200, \@PLAIN,
        join q(), map { "$_=$env->{$_}\n" } keys %$env);
}

sub sleep_some {
    my ($request) = @_;
    sleep $request->query / 1000;
    $request->respond(200, \@PLAIN, 'slept');
}

sub fork_one {
    my ($request) = @_;
    my $pid = fork // die "fork: $!\n";
    if (!$pid) {
        sleep 30;
        exit;
    }
    $request->respond(200, \@PLAIN, 'forked');
}

# The shell starts the program; Perl's fork for it is none that is replaced.
sub start_one {
    my ($request) = @_;
    system 'sleep 30 &';
    $request->respond(200, \@PLAIN, 'started');
}

each_request(sub {
    my ($request) = @_;
    my $page = $PAGE{ $request->path }
        // sub { $_[0]->respond(404, \@PLAIN, 'not found') };
    $page->($request);
});
