# SPDX-License-Identifier: Apache-2.0
# Two parts that a client joins come from two runs of the script, so only a
# response with a validator, or of a passed file, is cut.
use v5.30;
use warnings;
use Apache::Test ();
use Persist::Http;
use Test::More;

my $port = Apache::Test::vars('port');
my $document = "the script's own: GET \n";
my $old = 'Sat, 01 Jan 2022 00:00:00 GMT';
my $dated = 'Last-Modified=' . ($old =~ s/ /+/gr);
my $strong = 'ETag=%22v1%22';

sub ask {
    my ($query, %o) = @_;
    my ($method, $kind) = ($o{method} // 'GET', $o{kind} // 'plain');
    return Persist::Http->once($port, $method, "/raw/cgi.py/$kind?$query",
        headers => ['Range', $o{range} // 'bytes=4-9', ($o{headers} // [])->@*],
        body => $o{body});
}

sub is_whole {
    my ($query, $name, %o) = @_;
    my $answer = ask($query, %o);
    is $answer->{status}, 200, "$name: sent whole";
    is $answer->{headers}{'content-range'}, undef, 'without a range';
    return $answer;
}

sub is_cut {
    my ($query, $name, %o) = @_;
    my $answer = ask($query, %o);
    is $answer->{status}, 206, "$name: a range is sent";
    is $answer->{body}, substr($document, 4, 6), 'as asked';
    return $answer;
}

my $answer = is_whole '', 'no validator';
is $answer->{body}, $document, 'to the last byte';
is $answer->{headers}{'accept-ranges'}, undef, 'and no ranges are announced';
is_whole '', 'no validator, beyond its end', range => 'bytes=1000-';
is_whole 'ETag=W/%22v1%22', 'a weak ETag';
is_whole 'Last-Modified=yesterday', 'a wrong date';
is_whole "$strong&Accept-Ranges=none", 'Accept-Ranges: none';
is ask("$strong&status=201")->{status}, 201, 'another status than 200 stays';

is_cut $strong, 'a strong ETag';
is_cut $dated, 'a date';
is_cut 'Accept-Ranges=bytes', 'Accept-Ranges: bytes';
is ask($strong, range => 'bytes=1000-')->{status}, 416,
    'a range beyond the end is refused';
$answer = ask $strong, range => 'bytes=0-2,-3';
is $answer->{status}, 206, 'two ranges are sent';
like $answer->{headers}{'content-type'}, qr{^multipart/byteranges},
    'as parts';

# A download that goes on.
is_cut $strong, 'If-Range with its ETag', headers => ['If-Range', '"v1"'];
is_whole $strong, 'If-Range with another', headers => ['If-Range', '"v0"'];
is_cut $dated, 'If-Range with its date', headers => ['If-Range', $old];
is_whole $dated, 'If-Range with another date',
    headers => ['If-Range', 'Sun, 02 Jan 2022 00:00:00 GMT'];

# RFC 9110, 14.2: Range means something to GET alone.
for my $method ('HEAD', 'POST', 'PUT', 'PROPFIND') {
    for my $query ($strong, 'Accept-Ranges=bytes') {
        is_whole $query, "$method, $query", method => $method;
    }
}

# The script's own part.
$answer = ask 'status=206&Content-Range=bytes+0-99/1000&ETag=%22v1%22';
is $answer->{status}, 206, "the script's own range is passed on";
is $answer->{headers}{'content-range'}, 'bytes 0-99/1000', 'with its place';
is $answer->{body}, $document, 'as it is';

# mod_cgid never cuts.
is_whole $_, "each_cgi, $_", kind => 'cgi'
    for $strong, $dated, 'Accept-Ranges=bytes', '';


SKIP: {
    skip 'no HTTP/2', 2 if $ENV{PERSIST_T_MPM} eq 'prefork';
    my $url = "http://127.0.0.1:$port/raw/cgi.py/plain";
    my @curl = qw(curl -s -i --http2-prior-knowledge -r 4-9);
    like scalar qx(@curl '$url'), qr{^HTTP/2 200.*\r\n\r\n$document\z}s,
        'over HTTP/2 it is whole as well';
    like scalar qx(@curl '$url?$strong'), qr{^HTTP/2 206.*\r\n\r\nscript\z}s,
        'and cut as well';
}

done_testing;
