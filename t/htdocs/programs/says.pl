#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
# Answers as PATH_INFO says; a CGI program that knows nothing of mod_persist.
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

sub wait_for {
    my ($path) = @_;
    sleep 0.01 until -e $path;
}

my %way = (
    status => sub { print "Status: 404 Not Here\n$type\nlost\n" },
    teapot => sub { print "Status: 418\n$type\nshort and stout\n" },
    away => sub { print "Location: http://elsewhere.example/x\n\n" },
    typed_away => sub { print "${type}Location: /untyped\n\n" },
    handled => sub { print "Content-Type: server-status\nLocation: /untyped\n\n" },
    local => sub { print "Location: /programs/hello.sh?from=says\n\n" },
    to_file => sub { print "Location: /acted.html\n\n" },
    to_file_created => sub {
        print "Status: 201 Made\nLocation: /acted.html\n$type\nmade\n";
    },
    pretty => sub { print "Status: 200\nContent-Type: text/html\n\npretty\n" },
    nothing => sub { },
    head_only => sub { print "$type\n" },
    no_head_end => sub { print $type },
    no_colon => sub { print "hello\n\nworld\n" },
    empty_head => sub { print "\nbody\n" },
    wrong_status => sub { print "Status: 99\n\n" },
    cookies => sub { print "Set-Cookie: a=1\nSet-Cookie: b=2\n$type\nset\n" },
    twice => sub { print "Content-Type: text/html\nX-A: 1\nX-A: 2\n$type\n" },
    tabbed => sub { print "Status: 404\tNot Here\n$type\nlost\n" },
    dashed => sub { print "Status: 404-Not Here\n$type\nlost\n" },
    returns => sub { print "Content-Type: text/plain\r\r\n\r\r\nby hand\n" },
    dated => sub {
        print "Last-Modified: Sun, 09 Sep 2001 01:46:4$_ GMT\n" for 0, 2, 1;
        print "Last-Modified: never\n$type\nold\n";
    },
    many => sub { print map({"X-$_: 1\n"} 1 .. $query{lines}), "\nmany\n" },
    modified => sub {
        print "Last-Modified: Sun, 09 Sep 2001 01:46:40 GMT\n$type\nold\n";
    },
    large => sub {
        local $| = 0; # else each line is a write
        print "$type\n";
        print "$_\n" for 1 .. 1_200_000;
    },
    ignores => sub { print "$type\nnot read\n" },
    echo => sub { print "$type\n"; print while read STDIN, $_, 65_536 },
    closes => sub {
        print "$type\nclosed early\n";
        close STDOUT;
        POSIX::close(1);
        sleep($query{seconds} // 5);
    },
    execs => sub { exec '/bin/sh', '-c', "printf '$type\\nby sh\\n'" },
    double => sub {
        if (!fork) {
            POSIX::close($_) for 0 .. 2;
            setpgrp;
            fork and POSIX::_exit(0);
            sleep 0.2;
            mark('grandchild');
            POSIX::_exit(0);
        }
        wait;
        print "$type\nparent\n";
    },
    leaves => sub { print "$type\n"; fork or do { sleep 0.1; say 'child' } },
    waits => sub {
        print "Status: 302 Found\nLocation: http://elsewhere.example/\n\n";
        wait_for($query{go});
    },
    stream => sub { print "$type\nfirst\n"; wait_for($query{go}); say 'second' },
    warns => sub { warn "to stderr\n"; print STDERR 'no end'; print "$type\n" },
    dies => sub { kill 'SEGV', $$ },
    short => sub { print "Content-Length: 9\n$type\nabc" },
    long => sub { print "Content-Length: 3\n$type\nabcdef" },
    hangs => sub { mark($$); print "$type\nbegin\n"; sleep 100 },
    stubborn => sub {
        local $SIG{TERM} = 'IGNORE';
        my $child = fork // die $!;
        mark($$) if $child;
        print "$type\nbegin\n" if $child;
        sleep 100;
    },
    pid => sub { say "$type\n$$" },
);
$way{ (split m{/}, $ENV{PATH_INFO})[1] }->();
