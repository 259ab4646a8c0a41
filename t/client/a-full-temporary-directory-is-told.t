# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Room 'room_words';
use Persist::Wait 'becomes';
use Test::More;

# The table of so few places has less than 300 KB.
my @words = room_words(1 << 20);
plan skip_all => 'no mount is allowed here' if !@words;
my $httpd = Persist::Httpd->new(
    under => ['env', 'TMPDIR=/dev/shm', @words], conf => <<'END')->start;
PersistMaxPools 16
PersistMaxWorkers 8
<Location /flow>
    PersistWorkers 0 1
</Location>
END
my $page = '/flow/flow.py';

# A chunked body is gathered to its end, also that of a quick client.
sub post {
    my ($length) = @_;
    return $httpd->get("$page/count", method => 'POST',
        headers => ['Transfer-Encoding', 'chunked'],
        body => sprintf "%x\r\n%s\r\n0\r\n\r\n", $length, 'x' x $length);
}
is post(1000)->{body}, 1000, 'a small body needs no file';
my $answer = post(3_000_000);
is $answer->{status}, 503, 'one for which the disk is too small is refused';
is $answer->{headers}{'retry-after'}, 1, 'for now';
becomes {
    $httpd->log =~ m{PERSIST3008: .*temporary directory /dev/shm: No space left}
} 'the log has the code, the directory and the cause';
# httpd removes its files when the request is over, just after its answer.
becomes { post(900_000)->{body} eq 900_000 } 'all that was written is free again';

ok $httpd->stop, 'httpd stops';
done_testing;
