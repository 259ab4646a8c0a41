# SPDX-License-Identifier: Apache-2.0
# The PSGI application of Starman.

use v5.30;
use warnings;

sub {
    my ($env) = @_;
    return [404, ['Content-Type', 'text/plain'], ["there is no such work\n"]]
        if $env->{PATH_INFO} ne '/';
    return [200, ['Content-Type', 'text/plain', 'Content-Length', 6], ["hello\n"]];
};
