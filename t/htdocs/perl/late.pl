#!/usr/bin/env perl
# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use PersistWorker 'each_request';

each_request(sub {
    my ($request) = @_;
    1 while $request->path eq '/spin';
    $request->respond(200, [], $$);
});
