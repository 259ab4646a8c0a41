# SPDX-License-Identifier: Apache-2.0

# The protocol at the level core stays within the lines that
# docs/writing-a-worker.md gives for it. bare.pl shows that it needs no others.

use v5.30;
use warnings;
use File::Basename 'dirname';
use Test::More;

my $lib   = dirname(__FILE__) . '/../lib/PersistWorker';
my @lines = map { open my $in, '<', "$lib/$_.pm" or die "$_: $!"; <$in> }
    qw(Frame Connection Exchange Loop);
my @code = grep { !/^\s*(?:#|$)/ } @lines;
cmp_ok(@code, '<=', 250, 'the protocol: lines of code');

done_testing;
