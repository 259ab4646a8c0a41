# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Apache::Test ();
use File::Temp 'tempdir';
use Persist::Http;
use Test::More;

my $port = Apache::Test::vars('port');
my $dir = tempdir(CLEANUP => 1);
chmod 0755, $dir;

my $http = Persist::Http->new($port);
$http->request('GET', "/app.py/stream?dir=$dir&count=3");
for my $number (0 .. 2) {
    open my $file, '>', "$dir/$number" or die $!;
    close $file;
    is $http->head->{status}, 200, 'the head comes before the end'
        if $number == 0;
    is $http->chunk, "line $number\n",
        "line $number comes before the next is written";
}
is $http->chunk, '', 'the stream ends properly';

for my $length (0, 1, 65536, 262144, 262145, 5000000) {
    my $answer = Persist::Http->once($port, 'GET', "/app.py/large?length=$length");
    is $answer->{status}, 200, "$length bytes are answered";
    is length $answer->{body}, $length, 'with that many';
    ok $answer->{complete}, 'to the end';
    is $answer->{headers}{'content-length'}, $length, 'announced'
        if $length && $length < 65537;
}

my $answer = Persist::Http->once($port, 'HEAD', '/app.py/large?length=1000');
is $answer->{status}, 200, 'HEAD is answered';
is $answer->{body}, '', 'without a body';

$http = Persist::Http->new($port);
for my $number (1 .. 3) {
    my $answer = $http->request('GET', '/app.py/status?code=418')->response;
    is $answer->{status}, 418, 'the status is the script\'s';
    is $answer->{body}, "as told\n", "on the same connection, $number";
}

done_testing;
