# SPDX-License-Identifier: Apache-2.0
# If a passed file is all of the body, the SDKs add ETag and Last-Modified.
use v5.30;
use warnings;
use Apache::Test ();
use Persist::Http;
use Persist::Wait qw(becomes);
use Test::More;

my $port = Apache::Test::vars('port');
my @language = ('py', $ENV{PERSIST_T_RUBY} ? 'rb' : ());
for my $language (@language) {
    my $path = "/ways/each_request.$language/file";
    my $get = sub { Persist::Http->once($port, 'GET', $path, headers => [@_]) };
    # just after a change the ETag is weak
    becomes { ($get->()->{headers}{etag} // '') !~ m{^W/} } 'a file is sent';
    my $whole = $get->();
    is $whole->{status}, 200, "$language: a file is sent";
    my ($etag, $date) = $whole->{headers}->@{qw(etag last-modified)};
    like $etag, qr/^"[0-9a-f-]+"$/, 'with a strong ETag';
    like $date, qr/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/, 'and a date';
    my $answer = $get->('Range', 'bytes=90-', 'If-Range', $etag);
    is $answer->{status}, 206, 'a download goes on';
    is $answer->{body}, substr($whole->{body}, 90), 'where it stopped';
    is $get->('Range', 'bytes=90-', 'If-Range', '"0"')->{body}, $whole->{body},
        'or begins anew';
    is $get->('If-None-Match', $etag)->{status}, 304, 'it is not sent again';
    is $get->('If-Modified-Since', $date)->{status}, 304, 'by its date, too';
}

done_testing;
