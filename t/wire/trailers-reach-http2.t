# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Apache::Test ();
use Persist::Http;
use Persist::Log 'log_text';
use Persist::Wait 'becomes';
use Test::More;

my $port = Apache::Test::vars('port');
plan skip_all => 'no HTTP/2' if $ENV{PERSIST_T_MPM} eq 'prefork';

sub nghttp {
    my ($page, $options) = (@_, '');
    my $url = "http://127.0.0.1:$port/raw/hostile.py/$page";
    return scalar `nghttp -v $options '$url' 2>&1`;
}

plan skip_all => 'no nghttp' if system('nghttp --version >/dev/null 2>&1');

my $trace = nghttp 'trailers';
like $trace, qr/:status: 200.*recv DATA.*x-sum: abc/s,
    'a trailer follows the body';
like $trace, qr/x-other: 1/, 'and another';
$trace = nghttp 'trailers', q(-H 'if-match: "v0"');
like $trace, qr/:status: 412/, 'a page of httpd\'s in its place';
unlike $trace, qr/x-sum/, 'has no trailers of the script';
$trace = nghttp 'bad-trailer';
unlike $trace, qr/b: c/, 'one with a line break is held back';
becomes { log_text() =~ /PERSIST4003.*X-S/ } 'and logged';

my $answer = Persist::Http->once($port, 'GET', '/raw/hostile.py/trailers');
is $answer->{body}, 'hello', 'HTTP/1.1 gets the body';
ok $answer->{complete}, 'to its end';
is $answer->{headers}{'x-sum'}, undef, 'without trailers';

done_testing;
