#!/usr/bin/env perl
# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use PersistWorker::PSGI;

my @TEXT = ('Content-Type', 'text/plain');
my %PAGE = (
    '/list' => sub { [200, \@TEXT, ['a ', 'list']] },
    '/input' => sub {
        my $input = $_[0]{'psgi.input'};
        return [200, \@TEXT, [scalar <$input>]];
    },
    '/writer' => sub {
        return sub {
            my $writer = $_[0]->([200, \@TEXT]);
            $writer->write("$_ ") for 1 .. 3;
            $writer->close;
        };
    },
);

PersistWorker::serve_psgi(sub { $PAGE{ $_[0]{PATH_INFO} }->($_[0]) });
