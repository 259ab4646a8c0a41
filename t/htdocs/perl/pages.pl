#!/usr/bin/env perl
# SPDX-License-Identifier: Apache-2.0
# A page for each thing that a script can do; PATH_INFO chooses.
use v5.30;
use warnings;
use PersistWorker 'each_request';

my $count = 0;
my $kept;
my @TEXT = ('Content-Type', 'text/plain');
my %PAGE = (
    '/who' => sub { $_[0]->respond(200, \@TEXT, "$$ " . ++$count) },
    '/echo' => sub { $_[0]->respond(200, \@TEXT, $_[0]->body) },
    '/die' => sub { die "as ordered\n" },
    '/silent' => sub { },
    '/header' => sub { $_[0]->respond(200, ['X-Bad', "a\nb"], 'x') },
    '/log' => sub {
        my ($request) = @_;
        $request->log('id=' . $request->request_id . ' says so', 5);
        $request->respond(200, \@TEXT, $request->header('x-mine'));
    },
    '/keep' => sub { ($kept = $_[0])->respond(200, \@TEXT, 'kept') },
    '/kept' => sub { $_[0]->respond(200, \@TEXT, $kept->body) },
    '/next' => sub { no warnings 'exiting'; next },
    "/\xff\xc3" => sub { $_[0]->respond(200, \@TEXT, $_[0]->path) },
    '/program' => sub {
        my $its = qx{$^X -e 'print \$SIG{PIPE} // "default"'};
        $_[0]->respond(200, \@TEXT, $its);
    },
    '/large' => sub {
        $SIG{PIPE} = 'DEFAULT';
        $_[0]->respond(200, \@TEXT, 'x' x 2**25);
    },
    '/exit' => sub { $_[0]->respond(200, \@TEXT, 'bye'); exit },
);

each_request(sub { $PAGE{ $_[0]->path }->($_[0]) });
