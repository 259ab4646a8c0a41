#!/usr/bin/env perl
# SPDX-License-Identifier: Apache-2.0
# The Perl worker of mod_persist.

use v5.30;
use warnings;
use PersistWorker 'each_request';

each_request(sub {
    my ($request) = @_;
    my $found = $request->path eq '';
    $request->respond($found ? 200 : 404, ['Content-Type', 'text/plain'],
        $found ? "hello\n" : "there is no such work\n");
});
