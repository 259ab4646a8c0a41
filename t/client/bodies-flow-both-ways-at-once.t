# SPDX-License-Identifier: Apache-2.0
# A script that answers two bytes for each one it reads, to a client that sends
# and reads at its own pace: whoever waits for the other first hangs.
use v5.30;
use warnings;
use Apache::Test ();
use IO::Select;
use Persist::Http;
use Persist::Wait;
use Test::More;
use Time::HiRes 'time';

# Without a byte in either direction.
use constant PATIENCE => 60;

my $port = Apache::Test::vars('port');
my $total = $ENV{PERSIST_T_LONG} ? 1 << 30 : 16 << 20;

# Sends $length bytes in chunks, and counts what comes meanwhile.
sub echo {
    my ($size, $length) = @_;
    my $http = Persist::Http->new($port);
    $http->request('POST', "/flow/flow.py/echo?size=$size",
        headers => ['Transfer-Encoding', 'chunked', 'Connection', 'close']);
    my $socket = $http->{socket};
    $socket->blocking(0);
    my $piece = '#' x $size;
    my $chunks = sprintf("%x\r\n%s\r\n", $size, $piece) x (65536 / $size || 1);
    my $step = $size * (65536 / $size || 1);
    my ($left, $out, $in, $open) = ($length, '', '', 1);
    my ($got, $until) = (0, time + PATIENCE);
    while ($open && time < $until) {
        if ($out eq '' && $left > 0) {
            $out = $chunks;
            $left -= $step;
            $out .= "0\r\n\r\n" if $left <= 0;
        }
        my ($can_read, $can_write) = IO::Select->select(
            IO::Select->new($socket),
            IO::Select->new($out ne '' ? $socket : ()), undef, 1);
        if ($can_write && @$can_write) {
            my $sent = syswrite $socket, $out;
            substr($out, 0, $sent) = '' if $sent;
            $until = time + PATIENCE if $sent;
        }
        if ($can_read && @$can_read) {
            my $n = sysread $socket, $in, 1 << 20;
            $open = 0 if defined $n && $n == 0;
            $got += $in =~ tr/#// if $n;
            $until = time + PATIENCE if $n;
        }
    }
    is $got, 2 * $length, "$length bytes in pieces of $size come back twice";
    ok !$open, 'and nobody waits for the other';
}

echo(1, 65536);
echo(16, 1 << 20);
echo($_, $total) for 4096, 65536;

done_testing;
