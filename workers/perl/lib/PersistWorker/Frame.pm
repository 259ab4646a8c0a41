# SPDX-License-Identifier: Apache-2.0
package PersistWorker::Frame;

# Frames as bytes. They are read without a library: Data::MessagePack reserves
# gigabytes for a false header of five bytes.

use v5.30;
use warnings;
use experimental 'signatures';
use Exporter 'import';

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

# What may come on a connection: by kind, the most that each field may be. A
# reference stands for a string, and has its length.
my ($U32, @BODY) = (2**32 - 1, \2**18, 2);
my %COMES = (
    new     => { 1 => [$U32, 1, $U32, $U32] },
    data    => { 2 => [$U32, \2**20, 2, \2**16, 2**40, \64], 3 => \@BODY },
    body    => { 3 => \@BODY },    # data, inside a request
    control => { 16 => [], 18 => [\64], 19 => [$U32] },
);

# take(\$buffer, $role): takes one frame off the front of the buffer of a
# connection that is new, data, body or control. Returns [kind, field, ...], or
# undef if the frame is not whole yet. Dies if it is wrong.
sub take ($buffer, $role) {
    my ($mark, $length) = unpack 'C N', $$buffer;
    die "no frame\n" if ($mark // 0xce) != 0xce;
    return if !defined $length;
    die "a frame of $length bytes\n" if $length < 1 || $length > 2**21;
    return if length $$buffer < 5 + $length;
    my $bytes = substr substr($$buffer, 0, 5 + $length, q()), 5;
    my $values = _value(\$bytes, \(my $left = 1024), 0);
    die "no single array\n" if ref $values ne 'ARRAY' || $bytes ne q();
    return _message($COMES{$role}, @$values);
}

# Takes a value off the front of $$in: an integer, a reference to a string, or a
# list. $$left counts down the elements that the frame's lists may still have.
sub _value ($in, $left, $depth) {
    my $head = $HEAD[ord _bite($in, 1)] or die "a value of a wrong type\n";
    my ($type, $format, $number) = @$head;
    $number = unpack $format, _bite($in, length pack $format, 0) if $format;
    return $number if $type eq 'i';
    return \_bite($in, $number) if $type eq 's';
    die "lists too long or deep\n" if $depth > 1 || ($$left -= $number) < 0;
    return [map { _value($in, $left, $depth + 1) } 1 .. $number];
}

sub _bite ($in, $count) {
    die "a value that is cut off\n" if $count > length $$in;
    return substr $$in, 0, $count, q();
}

sub _message ($comes, $kind = undef, @fields) {
    my $most = !ref $kind && $comes->{ $kind // q() } or die "a wrong kind\n";
    return [$kind, map { _field(shift @fields, $_) } @$most];
}

sub _field ($field, $most) {
    die "a field of a wrong type\n" if ref($field // []) ne ref $most;
    my ($size, $limit) = ref $most ? (length $$field, $$most) : ($field, $most);
    die "a field beyond its limit\n" if $size < 0 || $size > $limit;
    return ref $most ? $$field : $field;
}

# build($kind, $field, ...): a frame's bytes. Perl scalars do not say whether
# they are a number, so a string comes as a reference, and strings as a list.
sub build (@fields) {
    my $list = pack 'C (a*)*', 0x90 + @fields, map { _packed($_) } @fields;
    utf8::downgrade($list, 1) or die "a string that is not bytes\n";
    return pack 'C N/a*', 0xce, $list;
}

sub _packed ($field) {
    return pack 'C N', 0xce, $field if !ref $field;
    return pack 'C N/a*', 0xc6, $$field if ref $field ne 'ARRAY';
    return pack 'C n (C N/a*)*', 0xdc, scalar @$field, map +(0xc6, $_), @$field;
}

1;
