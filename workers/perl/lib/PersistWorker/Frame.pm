# SPDX-License-Identifier: Apache-2.0
package PersistWorker::Frame;

# Frames as bytes: checks and takes those that come, builds those that go.
# Perl scalars don't say whether they are a number or a string, so msgpack is
# read and written here, by what the protocol has at each place.

use v5.30;
use warnings;
use Exporter 'import';

our @EXPORT_OK = qw(take build);

my $U32     = 2**32 - 1;
my %INTEGER = (0xcc => 'C', 0xcd => 'n',  0xce => 'N',  0xcf => 'Q>',
               0xd0 => 'c', 0xd1 => 's>', 0xd2 => 'l>', 0xd3 => 'q>');
my %STRING  = (0xc4 => 'C', 0xc5 => 'n',  0xc6 => 'N',
               0xd9 => 'C', 0xda => 'n',  0xdb => 'N');
my %ARRAY   = (0xdc => 'n', 0xdd => 'N');

# What may come on a connection: by kind, pairs of type and limit.
my %COMES = (
    new  => { 1 => [i => $U32, i => 1, i => $U32, i => $U32] },
    data => { 2 => [i => $U32, s => 2**20, i => 2, s => 65_536, i => 2**40,
                    s => 64],
              3 => [s => 262_144, i => 2] },
    control => { 16 => [], 18 => [s => 64], 19 => [i => $U32] },
);

# What goes: by kind, its fields as integers, strings and lists of strings.
my %GOES = (3 => 'si', 5 => 'iilsi', 7 => 'i', 8 => 'is', 9 => 'iil',
            24 => 'isiili', 26 => 'i', 27 => q());

# take(\$buffer, $role): takes one frame off the front of the buffer of a
# connection that is new, data or control. Returns [kind, field, ...], or undef
# if the frame is not whole yet. Dies if it is wrong; $buffer is useless then.
sub take {
    my ($buffer, $role) = @_;
    return if $$buffer eq q();
    die "no frame\n" if ord $$buffer != 0xce;
    return if length $$buffer < 5;
    my $length = unpack 'x N', $$buffer;
    die "a frame of $length bytes\n" if $length < 1 || $length > 2_097_152;
    return if length $$buffer < 5 + $length;
    my $bytes = substr substr($$buffer, 0, 5 + $length, q()), 5;
    my ($type, $values) = @{ _value(\$bytes, \(my $left = 1024), 0) };
    die "a frame that is no array\n" if $type ne 'l' || $bytes ne q();
    return _check($role, $values);
}

# build($kind, @fields): returns the bytes of a frame. Dies if a string has
# characters beyond bytes.
sub build {
    my ($kind, @fields) = @_;
    my @types   = split //, $GOES{$kind};
    my $payload = pack 'CC', 0x90 + 1 + @fields, $kind;
    $payload .= _packed($_, shift @fields) for @types;
    return pack('CN', 0xce, length $payload) . $payload;
}

sub _packed {
    my ($type, $value) = @_;
    return $value < 128 ? pack 'C', $value : pack 'CN', 0xce, $value
        if $type eq 'i';
    return join q(), pack('Cn', 0xdc, scalar @$value),
        map { _packed(s => $_) } @$value if $type eq 'l';
    utf8::downgrade($value, 1) or die "a string that is not bytes\n";
    return pack 'CN/a*', 0xc6, $value;
}

# Takes a value off the front of $$in, as [type, value]; $$left counts down the
# elements that the frame's arrays may still have.
sub _value {
    my ($in, $left, $depth) = @_;
    my $b = ord _bite($in, 1);
    return [i => $b < 0x80 ? $b : $b - 256] if $b < 0x80 || $b >= 0xe0;
    return [i => $b - 0xc2] if $b == 0xc2 || $b == 0xc3;
    return [i => _number($in, $INTEGER{$b})] if $INTEGER{$b};
    return [s => _bite($in, $b - 0xa0)] if $b >= 0xa0 && $b < 0xc0;
    return [s => _bite($in, _number($in, $STRING{$b}))] if $STRING{$b};
    return _array($in, $left, $depth, $b - 0x90) if $b >= 0x90 && $b < 0xa0;
    die "a value of a wrong type\n" if !$ARRAY{$b};
    return _array($in, $left, $depth, _number($in, $ARRAY{$b}));
}

sub _array {
    my ($in, $left, $depth, $count) = @_;
    die "an array that is too long or too deep\n"
        if $depth > 1 || ($$left -= $count) < 0;
    return [l => [map { _value($in, $left, $depth + 1) } 1 .. $count]];
}

sub _number {
    my ($in, $format) = @_;
    return unpack $format, _bite($in, length pack $format, 0);
}

sub _bite {
    my ($in, $count) = @_;
    die "a value that is cut off\n" if $count > length $$in;
    return substr $$in, 0, $count, q();
}

sub _check {
    my ($role, $values) = @_;
    my ($type, $kind) = @{ shift @$values // [q(), q()] };
    my $fields = $type eq 'i' && $COMES{$role}{$kind};
    die "a message of a wrong kind\n" if !$fields;
    my @message = ($kind);
    for (my $i = 0; $i < @$fields; $i += 2) {
        my ($is, $value) = @{ shift @$values // [q(), q()] };
        my $size = $is eq 's' ? length $value : $value;
        die "a wrong field in kind $kind\n"
            if $is ne $fields->[$i] || $size < 0 || $size > $fields->[$i + 1];
        push @message, $value;
    }
    return \@message;
}

1;
