# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Apache::Test ();
use File::Temp 'tempdir';
use Persist::Http;
use Persist::Log qw(lines_of_log log_text);
use Persist::Wait 'becomes';
use Test::More;

plan skip_all => 'Ruby has no worker SDK here' if !$ENV{PERSIST_T_RUBY};

sub touch { open my $file, '>', $_[0] or die $! }

my $port = Apache::Test::vars('port');
my $dir = tempdir(CLEANUP => 1);
chmod 0777, $dir;

sub ask {
    my ($method, $path, %o) = @_;
    return Persist::Http->once($port, $method, "/ruby/$path", %o);
}
sub get { my ($path, @headers) = @_; ask('GET', $path, headers => [@headers]) }
sub pid { get('app.rb/hello')->{body} }

# ---- each_request

my $pid = pid();
like $pid, qr/^\d+$/, 'a script in Ruby answers';
is pid(), $pid, 'and stays';
my $form = join '&', map { "n$_=%20" } 1 .. 30;
is ask('POST', 'app.rb/echo', body => $form)->{body}, $form,
    'a body arrives that comes with its request';
my $large = 'twelve bytes' x 30000;
ok ask('PUT', 'app.rb/echo', body => $large)->{body} eq $large,
    'and one that is pulled';
my $chunked = sprintf "%x\r\n%s\r\n0\r\n\r\n", length $large, $large;
ok ask('POST', 'app.rb/echo', body => $chunked,
    headers => ['Transfer-Encoding', 'chunked'])->{body} eq $large,
    'and one without a length';

my $http = Persist::Http->new($port);
$http->request('GET', "/ruby/app.rb/pieces?go=$dir/go");
is $http->head->{status}, 200, 'a stream begins';
is $http->chunk, 'first', 'with what was flushed';
touch "$dir/go";
is $http->chunk, 'second', 'what follows comes behind it';
is $http->chunk, '', 'and so does the end';

$http->request('GET', '/ruby/app.rb/hints');
my $head = $http->head;
is $head->{status}, 103, 'an interim response comes first';
like $head->{headers}{link}, qr{^</a.css>}, 'with its header';
$head = $http->head;
is scalar(grep { /^Set-Cookie/ } $head->{lines}->@*), 2, 'headers may repeat';
is +($http->body($head))[0], 'hello', 'the response follows';
becomes { log_text() =~ /a line of the script's/ } 'what it logs is in the log';

$http = Persist::Http->new($port);
is get('app.rb/fail-early')->{status}, 500, 'an exception is a 500';
becomes { log_text() =~ /app\.rb:\d+:in `fail_early': no such thing/ }
    'with its traceback in the log';
$http->request('GET', "/ruby/app.rb/fail-late?go=$dir/late");
is $http->head->{status}, 200, 'one behind the head';
is $http->chunk, 'half of it', 'and half a body';
touch "$dir/late";
is $http->chunk, undef, 'cuts the stream';
is get('app.rb/print')->{body}, 'clean', 'what is printed does no harm';
becomes { log_text() =~ /printed by mistake/ && log_text() =~ /by a child/ }
    'and is in the log';

my $content = join '', map { sprintf "%09d\n", $_ } 0 .. 19999;
my $answer = get('app.rb/file');
ok $answer->{body} eq $content, 'a passed file arrives';
is $answer->{headers}{'content-length'}, 200000, 'with its length';
is get('app.rb/file', 'Range', 'bytes=10-18')->{body}, '000000001',
    'and ranges of it are served';
SKIP: {
    skip 'no HTTP/2', 1 if $ENV{PERSIST_T_MPM} eq 'prefork';
    skip 'no nghttp', 1 if system('nghttp --version >/dev/null 2>&1');
    my $url = "http://127.0.0.1:$port/ruby/app.rb/trailers";
    like `nghttp -v '$url' 2>&1`, qr/recv DATA.*x-sum: abc/s,
        'a trailer follows over HTTP/2';
}
my $left = get('app.rb/left')->{body};
ok $left > 140 && $left <= 280, 'a script knows how much time it has'
    or diag $left;
is get("app.rb/after?mark=$dir/after")->{body}, 'now', 'a response is there';
becomes { -e "$dir/after" } 'and work is done after it';
is pid(), $pid, 'all this was one process';

# ---- clients that leave

for my $page (qw(endless ask)) {
    $http = Persist::Http->new($port);
    $http->request('GET', "/ruby/app.rb/$page?mark=$dir/$page");
    is $http->head->{status}, 200, "a client of $page";
    undef $http;
    becomes { -e "$dir/$page" } 'is missed when it leaves';
}
$http = Persist::Http->new($port);
$http->request('POST', "/ruby/app.rb/upload?streamed=1&mark=$dir/upload", body => 'half',
    headers => ['Content-Length', 200000]);
undef $http;
becomes { -e "$dir/upload" } 'so is one that leaves its upload';

# ---- each_cgi, with the cgi library

my @form = ('Content-Type', 'application/x-www-form-urlencoded');
is get('forms.rb/form?name=a%20b&n=1&n=2')->{body}, 'a b|1,2',
    'old code finds its query';
is ask('POST', 'forms.rb/form', body => 'name=%C3%A4&n=3',
    headers => [@form])->{body}, 'ä|3', 'and its form';
$answer = get('forms.rb/cookie', 'Cookie', 'visits=4');
is $answer->{body}, 'seen 4', 'and its cookie';
like $answer->{headers}{'set-cookie'}, qr/^visits=5/, 'and sets it';
my $file = 'multipart content' x 5000;
my $multipart = join "\r\n", '--B',
    'Content-Disposition: form-data; name="file"; filename="a.txt"',
    'Content-Type: text/plain', '', $file, '--B--', '';
my $sum = unpack '%16C*', $file;
my @type = ('Content-Type', 'multipart/form-data; boundary=B');
is ask('POST', 'forms.rb/upload', body => $multipart,
    headers => [@type])->{body}, "a.txt|85000|$sum", 'and its upload';
$chunked = sprintf "%x\r\n%s\r\n0\r\n\r\n", length $multipart, $multipart;
is ask('POST', 'forms.rb/upload', body => $chunked,
    headers => [@type, 'Transfer-Encoding', 'chunked'])->{body},
    "a.txt|85000|$sum", 'also one without a length';
is get('forms.rb/missing')->{status}, 404, 'its Status counts';
$answer = get('forms.rb/away');
is $answer->{status}, 302, 'and so does its Location';
my ($first) = get('forms.rb/exit')->{body} =~ /^run (\d+) of (\d+)$/;
is get('forms.rb/exit')->{body} =~ s/ of.*//r, 'run ' . ($first + 1),
    'to exit ends the request only';
is get('forms.rb/half')->{status}, 500, 'half a page is a 500';
becomes { log_text() =~ /in the middle/ } 'and the log knows why';

# ---- threads, and the end

my @both = map { Persist::Http->new($port)->request('GET',
    "/ruby/threads.rb/$_", headers => ['Connection', 'close']) } qw(a b);
my %pids = map { $_->response->{body} =~ m{^/[ab] (\d+)$} ? ($1 => 1) : () }
    @both;
is scalar keys %pids, 1, 'two requests meet in one process';

is get('app.rb/exit')->{status}, 500, 'to exit is no answer';
my $next = pid();
like $next, qr/^\d+$/, 'another worker takes its place';
isnt $next, $pid, 'which is a new process';

done_testing;
