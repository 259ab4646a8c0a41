# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Apache::TestRequest 'GET';
use JSON::PP 'decode_json';
use Test::More;

my @answers = map { GET '/two/same.py' } 1 .. 2;
is $_->code, 200, 'a request is answered' for @answers;
my ($first, $second) = map { decode_json $_->content } @answers;
is $second->{pid}, $first->{pid}, 'both by one process';
is $second->{boots}, 1, 'which was started once';
is $second->{count} - $first->{count}, 1, 'and remembers the first request';

done_testing;
