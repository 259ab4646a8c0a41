#!/usr/bin/env perl
# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use PersistWorker::PSGI;

my @TEXT = ('Content-Type', 'text/plain');
my %PAGE = (
    '/' => sub {
        my @always = qw(PATH_INFO QUERY_STRING SCRIPT_NAME psgi.url_scheme);
        return [200, \@TEXT, [join ' ', @{ $_[0] }{@always}]];
    },
    '/list' => sub { [200, \@TEXT, ['a ', 'list']] },
    '/input' => sub {
        my $input = $_[0]{'psgi.input'};
        return [200, \@TEXT, [scalar <$input>]];
    },
    '/handle' => sub { open my $file, '<', $0; [200, \@TEXT, $file] },
    '/framed' => sub {
        [200, ['Transfer-Encoding', 'chunked'], ["2\r\nab\r\nA;x\r\n",
            "0123456789\r\n0\r\n\r\n"]];
    },
    '/errors' => sub { $_[0]{'psgi.errors'}->print("a line\n"); [204, [], []] },
    '/open' => sub { return sub { $_[0]->([200, \@TEXT])->write('x') } },
    '/later' => sub { return sub { $_[0]->([200, \@TEXT, ['later']]) } },
    '/harakiri' => sub {
        $_[0]{'psgix.harakiri.commit'} = 1;
        return [200, \@TEXT, ['the last']];
    },
    '/throws' => sub { return sub { die "as ordered\n" } },
    '/writer' => sub {
        return sub {
            my $writer = $_[0]->([200, \@TEXT]);
            $writer->write("$_ ") for 1 .. 3;
            $writer->close;
        };
    },
);

PersistWorker::serve_psgi(sub { $PAGE{ $_[0]{PATH_INFO} }->($_[0]) });
