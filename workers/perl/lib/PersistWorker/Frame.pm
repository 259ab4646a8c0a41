# SPDX-License-Identifier: Apache-2.0
package PersistWorker::Frame;

# Frames as bytes. They are read without a library: Data::MessagePack reserves
# gigabytes for a false header of five bytes.

use v5.30;
use warnings;
use Exporter 'import';
use List::Util 'pairs';

our @EXPORT_OK = qw(take build);

# By its first byte, what a value is (integer, string or list), and either the
# format of the number that follows or that number: the integer, or a length.
my @HEAD;
@HEAD[0x00 .. 0x7f] = map { [i => q(), $_] } 0 .. 127;
@HEAD[0x90 .. 0x9f] = map { [l => q(), $_] } 0 .. 15;
@HEAD[0xa0 .. 0xbf] = map { [s => q(), $_] } 0 .. 31;
@HEAD[0xc2, 0xc3]   = map { [i => q(), $_] } 0, 1;
@HEAD[0xc4 .. 0xc6] = @HEAD[0xd9 .. 0xdb] = map { [s => $_] } qw(C n N);
@HEAD[0xcc .. 0xd3] = map { [i => $_] } qw(C n N Q> c s> l> q>);
@HEAD[0xdc, 0xdd]   = map { [l => $_] } qw(n N);
@HEAD[0xe0 .. 0xff] = map { [i => q(), $_] } -32 .. -1;

# What may come on a connection: by kind, its fields' types and limits.
my $U32   = 2**32 - 1;
my %COMES = (
    new  => { 1 => [i => $U32, i => 1, i => $U32, i => $U32] },
    data => { 2 => [i => $U32, s => 2**20, i => 2, s => 2**16, i => 2**40,
                    s => 64],
              3 => [s => 2**18, i => 2] },
    body => { 3 => [s => 2**18, i => 2] },    # data, inside a request
    control => { 16 => [], 18 => [s => 64], 19 => [i => $U32] },
);

# take(\$buffer, $role): takes one frame off the front of the buffer of a
# connection that is new, data, body or control. Returns [kind, field, ...], or
# undef if the frame is not whole yet. Dies if it is wrong; $buffer is useless
# then.
sub take {
    my ($buffer, $role) = @_;
    return if $$buffer eq q();
    die "no frame\n" if ord $$buffer != 0xce;
    return if length $$buffer < 5;
    my $length = unpack 'x N', $$buffer;
    die "a frame of $length bytes\n" if $length < 1 || $length > 2**21;
    return if length $$buffer < 5 + $length;
    my $bytes = substr substr($$buffer, 0, 5 + $length, q()), 5;
    my ($type, $values) = @{ _value(\$bytes, \(my $left = 1024), 0) };
    die "a frame that is no array\n" if $type ne 'l' || $bytes ne q();
    return _message($COMES{$role}, @$values);
}

# Takes a value off the front of $$in, as [type, value]; $$left counts down the
# elements that the frame's arrays may still have.
sub _value {
    my ($in, $left, $depth) = @_;
    my $head = $HEAD[ord _bite($in, 1)] or die "a value of a wrong type\n";
    my ($type, $format, $number) = @$head;
    $number = unpack $format, _bite($in, length pack $format, 0) if $format;
    return [i => $number] if $type eq 'i';
    return [s => _bite($in, $number)] if $type eq 's';
    die "an array that is too long or too deep\n"
        if $depth > 1 || ($$left -= $number) < 0;
    return [l => [map { _value($in, $left, $depth + 1) } 1 .. $number]];
}

sub _bite {
    my ($in, $count) = @_;
    die "a value that is cut off\n" if $count > length $$in;
    return substr $$in, 0, $count, q();
}

sub _message {
    my ($comes, @values) = @_;
    my ($type, $kind) = @{ shift @values // [q()] };
    my $fields = $type eq 'i' && $comes->{$kind}
        or die "a message of a wrong kind\n";
    my @message = ($kind);
    for my $field (pairs @$fields) {
        my ($is, $value) = @{ shift @values // [q(), 0] };
        my $size = $is eq 's' ? length $value : $value;
        die "a wrong field in kind $kind\n"
            if $is ne $field->[0] || $size < 0 || $size > $field->[1];
        push @message, $value;
    }
    return \@message;
}

# build(@fields): a frame's bytes. Perl scalars do not say whether they are a
# number, so a string comes as a reference, and a list of strings as an array.
sub build {
    my (@fields) = @_;
    my $payload = join q(), pack('C', 0x90 + @fields),
        map { _packed($_) } @fields;
    utf8::downgrade($payload, 1) or die "a string that is not bytes\n";
    return pack 'C N/a*', 0xce, $payload;
}

sub _packed {
    my ($field) = @_;
    return pack 'C N', 0xce, $field if !ref $field;
    return pack 'C N/a*', 0xc6, $$field if ref $field ne 'ARRAY';
    return join q(), pack('C n', 0xdc, scalar @$field),
        map { _packed(\"$_") } @$field;
}

1;
