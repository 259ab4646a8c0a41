# SPDX-License-Identifier: Apache-2.0

# Tests of the frame codec: what is taken, what is refused, and any split.

use v5.30;
use warnings;
use Test::More;
use PersistWorker::Frame qw(take build);

sub frame { return pack('CN', 0xce, length $_[0]) . $_[0] }

sub taken {
    my ($role, $payload) = @_;
    my $buffer = frame($payload);
    return take(\$buffer, $role);
}

my $OPEN = "\x95\x01\x01\x00\x00\x00";
is_deeply(taken(new => $OPEN), [1, 1, 0, 0, 0], 'OPEN');
my $long = "\x95\xd0\x01\xcf\0\0\0\0\0\0\0\x01\xc2\xce\0\0\0\x20\0";
is_deeply(taken(new => $long),
    [1, 1, 0, 32, 0], 'integers of any width, and false');
is_deeply(taken(new => "\x97\x01\x01\x00\x00\x00\xff\x92\xa1x\x02"),
    [1, 1, 0, 0, 0], 'further fields are ignored');
is_deeply(taken(data => "\x93\x03\xa2ab\x01"), [3, 'ab', 1], 'str for bin');
is_deeply(taken(control => "\x91\x10"), [16], 'STOP');

my %refused = (
    'nil'                => "\x96\x01\x01\x00\x00\x00\xc0",
    'a float'            => "\x96\x01\x01\x00\x00\x00\xca\0\0\0\0",
    'a map'              => "\x96\x01\x01\x00\x00\x00\x80",
    'a list in a list'   => "\x96\x01\x01\x00\x00\x00\x91\x90",
    'a missing field'    => "\x94\x01\x01\x00\x00",
    'a negative field'   => "\x95\x01\xff\x00\x00\x00",
    'a role beyond'      => "\x95\x01\x01\x02\x00\x00",
    'no array'           => "\x01",
    'an empty array'     => "\x90",
    'bytes behind'       => "$OPEN\x00",
    'a cut string'       => "\x96\x01\x01\x00\x00\x00\xc6\xff\xff\xff\xff",
    'a huge array'       => "\xdd\xff\xff\xff\xff\x01",
    '1025 elements'      => "\x96\x01\x01\x00\x00\x00\xdc\x03\xfb"
        . "\xa0" x 1019,
    'another kind'       => "\x91\x10",
);
for my $name (sort keys %refused) {
    ok(!eval { taken(new => $refused{$name}); 1 }, "refused: $name");
}
like(eval { taken(new => "\x90"); 1 } ? q() : $@, qr/wrong kind/,
    'what is wrong with an empty array');
ok(taken(new => "\x96\x01\x01\x00\x00\x00\xdc\x03\xfa" . "\xa0" x 1018),
    '1024 elements');

ok(!eval { taken(body => "\x97\x02\x01\xa0\x00\xa0\x00\xa0"); 1 },
    'refused: a request inside a request');
is_deeply(taken(body => "\x93\x03\xa2ab\x01"), [3, 'ab', 1], 'but not BODY');

for my $head ("\x00", "\xce\0\0\0\0", "\xce\x00\x20\x00\x01") {
    ok(!eval { take(\(my $copy = $head), 'new'); 1 }, 'refused: a header');
}

my $two = frame($OPEN) x 2;
for my $at (0 .. length $two) {
    my ($buffer, @taken) = (q());
    for my $part (substr($two, 0, $at), substr $two, $at) {
        $buffer .= $part;
        while (my $message = take(\$buffer, 'new')) { push @taken, $message }
    }
    is_deeply(\@taken, [([1, 1, 0, 0, 0]) x 2], "split at $at");
}

my $ints = sub { join q(), map { unpack 'H*', pack 'CN', 0xce, $_ } @_ };
is(unpack('H*', build(5, 300, 200, ['A', 'b'], \'x', 1)),
    'ce0000002a' . '96' . $ints->(5, 300, 200) . 'dc0002'
    . 'c60000000141' . 'c60000000162' . 'c60000000178' . $ints->(1),
    'RESPONSE');
is(build(7, '5'), build(7, 5), 'a number that was a string');
ok(!eval { build(8, 3, \"\x{263a}"); 1 }, 'characters are no bytes');
my $wide = substr "\xe9\x{263a}", 0, 1;
is(build(8, 3, \$wide), build(8, 3, \"\xe9"), 'bytes that Perl has as UTF-8');
is(build(27), "\xce\0\0\0\x06\x91\xce\0\0\0\x1b", 'LEAVING');

done_testing();
