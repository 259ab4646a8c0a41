# SPDX-License-Identifier: Apache-2.0

# The script under test for persist-conform on the protocol alone, without what
# PersistWorker and PersistWorker::Request add.

use v5.30;
use warnings;
use experimental 'signatures';
use Time::HiRes qw(sleep);
use PersistWorker::Exchange;
use PersistWorker::Loop;

my %PAGE = (
    '/hello' => sub ($request) { answer($request, 200, 'hello') },
    '/env'   => sub ($request) { answer($request, 200, variables($request)) },
    '/echo'  => sub ($request) { answer($request, 200,
        $request->body // die "a broken body\n") },
    '/sleep' => \&sleep_some,
    '/error' => sub ($) { die "an error, as asked\n" },
    '/fork'  => \&fork_one,
    '/exec'  => sub ($request) { system 'sleep 30 &';
        answer($request, 200, 'started') },
    '/exit'  => sub ($request) { answer($request, 200, 'bye');
        PersistWorker::Loop::leave() },
    map { $_ => sub ($request) { answer($request, 501, 'not here') } }
        qw(/stream /slow /abort /hints /after /file),
);

sub answer ($request, $status, $body) {
    $request->answer($status, ['Content-Type', 'text/plain'], $body, 1);
}

sub variables ($request) {
    my $env = $request->{env};
    return join q(), map { "$_=$env->{$_}\n" } keys %$env;
}

sub sleep_some ($request) {
    for (1 .. $request->{env}{QUERY_STRING} / 10) {
        sleep 0.01;
        return answer($request, 504, 'late') if PersistWorker::Loop::is_late();
    }
    answer($request, 200, 'slept');
}

sub fork_one ($request) {
    my $pid = fork // die "fork: $!\n";
    if (!$pid) {
        PersistWorker::Loop::disown();
        sleep 30;
        exit;
    }
    answer($request, 200, 'forked');
}

sub handle ($request) {
    my $page = $PAGE{ $request->{env}{PATH_INFO} // q() }
        // sub ($) { answer($request, 404, 'not found') };
    eval { $page->($request); 1 } or $request->fail($@);
}

$SIG{PIPE} = sub { };
PersistWorker::Loop::adopt();
PersistWorker::Loop::run(request => 'PersistWorker::Exchange',
    handler => \&handle, ready => sub { return 32, 1, [], 0 });
