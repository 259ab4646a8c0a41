# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Apache::Test ();
use Compress::Zlib 'memGunzip';
use File::Temp 'tempdir';
use Persist::Http;
use Persist::Process;
use Persist::Log qw(lines_of_log log_text);
use Persist::Wait qw(becomes wait_for);
use Test::More;

use constant SIZE => 300000;

my $port = Apache::Test::vars('port');
my $content = join '', map { sprintf "%09d\n", $_ } 0 .. SIZE / 10 - 1;
my $dir = tempdir(CLEANUP => 1);
chmod 0777, $dir;

sub get {
    my ($path, @headers) = @_;
    return Persist::Http->once($port, 'GET', "/raw/files.py$path",
        headers => [@headers]);
}

sub is_whole {
    my ($answer, $name) = @_;
    ok $answer->{status} == 200 && $answer->{complete} &&
        $answer->{body} eq $content, $name
        or diag "$answer->{status}, ", length $answer->{body}, ' bytes';
}

my $answer = get '/whole';
is_whole $answer, 'a passed file arrives whole';
is $answer->{headers}{'content-length'}, SIZE, 'with its length';
is $answer->{headers}{'transfer-encoding'}, undef, 'in one piece';

$answer = get '/whole', 'Range', 'bytes=10-29';
is $answer->{status}, 206, 'a range of it is served';
ok $answer->{body} eq "000000001\n000000002\n", 'and no more';
is $answer->{headers}{'content-range'}, 'bytes 10-29/300000', 'as it is told';
$answer = get '/whole', 'Range', 'bytes=-10,100000-100009';
is $answer->{status}, 206, 'two ranges are served';
like $answer->{body}, qr/000029999\n.*000010000\n/s, 'in their order';
$answer = get '/whole', 'Range', 'bytes=400000-';
is $answer->{status}, 416, 'a range beyond its end is refused';

$answer = Persist::Http->once($port, 'HEAD', '/raw/files.py/whole');
is $answer->{headers}{'content-length'}, SIZE, 'HEAD tells the length';

is_whole get('/often'), "an open file may serve many requests, $_" for 1 .. 3;
$answer = get '/often?deflate', 'Accept-Encoding', 'gzip';
ok memGunzip($answer->{body}) eq $content, 'also behind a filter';

$answer = get '/parts';
is $answer->{body}, join('', map { sprintf 'part %02d.|', $_ } 0 .. 19) . 'end',
    'files and bytes keep their order';
ok $answer->{complete}, 'to the end';

ok get('/length?n=1000')->{body} eq substr($content, 0, 1000),
    'a right Content-Length is kept';
is get('/length?n=999')->{status}, 502, 'a file longer than it is a 502';
is get('/length?n=1001')->{status}, 502, 'a shorter one too';
is get('/short')->{status}, 502, 'a file that ends too early is a 502';
becomes { log_text() =~ /PERSIST4008/ } 'with its code in the log';
is_whole get('/whole'), 'the worker lives on';

# A size of 4096 is what sysfs says of any file, and /proc says 0.
my $small = '/sys/devices/system/cpu/online';
SKIP: {
    skip "no $small", 9 if !-f $small || -s $small < 100;
    my $before = lines_of_log('PERSIST4008');
    $answer = get "/lying?name=$small";
    is $answer->{status}, 502, 'so is a file whose size lies';
    ok $answer->{complete}, 'as a whole';
    $answer = get "/lying?name=$small", 'Range', 'bytes=0-9';
    is $answer->{status}, 502, 'also where its beginning is asked for';
    is get('/lying?size=10&name=/proc/version')->{status}, 502,
        'and one that has more than it says';
    becomes { lines_of_log('PERSIST4008') == $before + 3 }
        'each with its code in the log';
    is get("/lying?name=$small&size=2")->{body},
        substr(Persist::Process::slurp($small), 0, 2),
        'what it has can be sent';
    my $go = "$dir/go-lying";
    my $http = Persist::Http->new($port);
    $http->request('GET', "/raw/files.py/lying?name=$small&go=$go");
    my $head = $http->head;
    is $http->chunk, 'begin', 'a response is begun';
    open my $file, '>', $go or die $!;
    close $file;
    is $http->chunk, undef, 'and broken off where such a file comes then';
    becomes { lines_of_log('PERSIST4008') == $before + 4 } 'with its code';
}
is_whole get('/whole'), 'the worker still lives on';

my $half = 1 << 62;
is get("/huge?size=$half", 'Range', 'bytes=-3')->{body}, "\0\0\0",
    'so large may a response be';
is get("/huge?size=$half&more=1")->{status}, 502, 'and no larger';
becomes { lines_of_log("PERSIST4004: .*more than $half bytes") }
    'with its code in the log';

# Truncated while the client reads: a file of announced length, chunked,
# compressed, and memory.
for my $query ('', '&chunked=1', '&deflate=1', '&memory=1') {
    my $go = "$dir/go" . $query =~ s/\W//gr;
    my $before = lines_of_log('PERSIST4008');
    my $http = Persist::Http->new($port);
    $http->request('GET', "/raw/files.py/truncated?go=$go$query",
        headers => ['Accept-Encoding', 'gzip']);
    my $head = $http->head;
    is $head->{status}, 200, 'a large file is begun';
    $http->take(1000);
    open my $file, '>', $go or die $!;
    close $file;
    my ($length, $open, $truncated) = (0, 1);
    while ($open) {
        # On a busy machine we may be faster than the worker.
        $truncated //= !!wait_for { -e "$go.done" } if $length > 64 << 20;
        substr($http->{buffer}, 0, -10) = '' if length $http->{buffer} > 10;
        $open = $http->more;
        $length += $open // 0;
    }
    cmp_ok $length, '<', 1 << 30, 'truncating it cuts the stream';
    unlike $http->{buffer}, qr/\r\n0\r\n\r\n$/, 'which does not end well';
    becomes { lines_of_log('PERSIST4008') > $before } 'and is logged';
}

# Truncated before mod_deflate has anything to send, not even the head.
my $cut = Persist::Http->once($port, 'GET',
    "/raw/files.py/truncated?go=$dir/none&looked=1&memory=1&chunked=1&deflate=1",
    headers => ['Accept-Encoding', 'gzip']);
ok $cut->{status} == 502 || !$cut->{complete},
    'a file that is truncated before the head is sent does not look whole';

SKIP: {
    skip 'no HTTP/2', 4 if $ENV{PERSIST_T_MPM} eq 'prefork';
    my @curl = (qw(curl -s --http2-prior-knowledge -o), "$dir/out");
    my $url = "http://127.0.0.1:$port/raw/files.py";
    is system(@curl, "$url/whole"), 0, 'over HTTP/2 a file arrives';
    ok Persist::Process::slurp("$dir/out") eq $content, 'whole';
    my $before = lines_of_log('PERSIST4008');
    # curl stops to read when nobody reads what it writes.
    open my $stream, '-|', qw(curl -sN --http2-prior-knowledge),
        "$url/truncated?go=$dir/go2" or die $!;
    read $stream, my $text, 1000;
    open my $file, '>', "$dir/go2" or die $!;
    wait_for { -e "$dir/go2.done" };
    1 while read $stream, $text, 1 << 20;
    close $stream;
    isnt $?, 0, 'truncating it resets the stream';
    becomes { lines_of_log('PERSIST4008') > $before } 'and is logged';
}

my $began = time;
for my $kind (qw(none directory pipe socket lingering write-only)) {
    my $before = lines_of_log('PERSIST4002');
    is get("/$kind")->{status}, 502, "FILE with $kind is a 502";
    becomes { lines_of_log('PERSIST4002') > $before } 'as a broken protocol';
}
is_whole get('/many'), 'surplus descriptors do no harm';
is_whole get('/more'), 'nor does a socket that lingers';
cmp_ok time - $began, '<', 100, 'no thread waits for such a one';
$answer = get '/flood';
ok !$answer->{complete} || $answer->{status} == 502,
    'descriptors without frames are refused';
is_whole get('/whole'), 'the next request is served';

done_testing;
