# SPDX-License-Identifier: Apache-2.0
# A script that gives up, a worker that dies, and a body that is refused cut what
# the client reads: by HTTP/1 with a length and without, by HTTP/2, and through
# mod_deflate.
use v5.30;
use warnings;
use Apache::Test ();
use Persist::Http;
use Persist::Http2;
use Persist::Httpd;
use Persist::Log 'lines_of_log';
use Persist::Wait 'becomes';
use Test::More;

my $port = Apache::Test::vars('port');
my $dir = Apache::Test::vars('t_dir');
my $raw = Apache::Test::vars('documentroot') . '/raw';
my $count = 0;

sub http1 {
    my ($path, $go, $method, @headers) = @_;
    my $http = Persist::Http->new($port);
    my $head = $http->request($method // 'GET', $path,
        headers => ['Accept-Encoding', 'gzip', @headers])->head;
    $http->more if $http->{buffer} eq '';
    $go->();
    return ($http->body($head))[1];
}

# Has a body that the script does not ask for.
sub expecting {
    return http1(@_, 'POST', 'Expect', '100-continue', 'Content-Length', 9);
}

sub http2 {
    my ($path, $go) = @_;
    my $http = Persist::Http2->new($port);
    my $stream = $http->begin('GET', $path, undef, ['accept-encoding', 'gzip']);
    $http->data($stream);
    $go->();
    return $http->ends_well($stream);
}

my %client = ('HTTP/1' => \&http1, 'HTTP/1, Expect' => \&expecting);
$client{'HTTP/2'} = \&http2 if $ENV{PERSIST_T_MPM} ne 'prefork';
my %code = ('well' => 0, 'gives-up' => 4006, 'die' => 4001);

sub ends {
    my ($script, $how, $name, $query) = @_;
    my $file = "$dir/end" . ++$count;
    my $before = lines_of_log("PERSIST$code{$how}: .*$script");
    my $well = $client{$name}->("/raw/$script/ends?how=$how&file=$file$query&streamed",
        sub { open my $go, '>', $file or die $! });
    ok $how eq 'well' ? $well : !$well, "$how: $name, $query";
    becomes { lines_of_log("PERSIST$code{$how}: .*$script") > $before }
        'the log has the code' if $code{$how};
}

# A script whose workers die again and again is started with pauses of seconds. So
# each case has a script of its own.
for my $name (sort keys %client) {
    for my $query ('', '&length=5', '&deflate=1', '&length=5&deflate=1') {
        my $script = "ends$count.py";
        link "$raw/pages.py", "$raw/$script" or die $!;
        ends($script, 'well', $name, $query);
        ends($script, $_, $name, $query =~ s/length=5/length=100/r)
            for qw(gives-up die);
    }
}

# httpd refuses the rest of a body while the answer is on its way.
sub refused {
    my ($name, $begin) = @_;
    my $file = "$dir/end" . ++$count;
    my $ends_well = $begin->("/flow/flow.py/left?way=read&file=$file&by-httpd&streamed");
    ok !$ends_well->(), "$name: the answer is cut";
    becomes { Persist::Httpd::slurp($file) eq 'OSError' }
        'and the script does not take what it has for the whole';
}

my %wrong = (
    'a malformed chunk' => "5\r\nhello\r\nnonsense\r\n",
    'a body that is too long' => "4e20\r\n" . 'x' x 20000 . "\r\n0\r\n\r\n");
for my $name (sort keys %wrong) {
    refused($name, sub {
        my $http = Persist::Http->new($port);
        my $head = $http->request('POST', $_[0],
            headers => ['Transfer-Encoding', 'chunked'])->head;
        is $http->chunk, 'begun', 'an answer is begun';
        $http->send_bytes($wrong{$name});
        return sub { ($http->body($head))[1] };
    });
}
refused('one that is too long by HTTP/2', sub {
    my $http = Persist::Http2->new($port);
    my $stream = $http->begin('POST', $_[0], 'x');
    is $http->take_data($stream, 5), 'begun', 'an answer is begun';
    $http->send_frame(Persist::Http2::DATA, 0, $stream, 'x' x 10000);
    return sub { $http->ends_well($stream) };
}) if $client{'HTTP/2'};

done_testing;
