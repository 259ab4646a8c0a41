# SPDX-License-Identifier: Apache-2.0
# An application that wsgiref.validate watches, in two threads and under load.
# What it finds wrong is an exception, and a 500.
use v5.30;
use warnings;
use Digest::SHA 'sha256_hex';
use Persist::Httpd;
use Persist::Load qw(load_begin load_end);
use Persist::Wait 'becomes';
use Test::More;

my $httpd = Persist::Httpd->new(conf => <<'END')->start;
ErrorLogFormat "[%l] [%L] %M"
SetEnvIf X-Forwarded-Proto https HTTPS=on
END

sub app {
    my ($method, $path, @more) = @_;
    return Persist::Http->once($httpd->{port}, $method, "/wsgi/app.py/$path",
        @more);
}

sub body { app('GET', @_)->{body} }

is body('pieces'), 'one two three', 'pieces, by write() and by a generator';
my $sent = 'x' x 100_000;
is app('POST', 'body', body => $sent)->{body}, sha256_hex($sent),
    'a body is read to its end';
my $chunks = join '', map { "3e8\r\n" . 'y' x 1000 . "\r\n" } 1 .. 3;
is app('POST', 'body', headers => ['Transfer-Encoding', 'chunked'],
    body => "${chunks}0\r\n\r\n")->{body}, sha256_hex('y' x 3000),
    'a chunked one, whose length nobody knows, too';
is body('scheme'), 'http /wsgi/app.py /scheme', 'the scheme is that of httpd';
is body('scheme', headers => ['X-Forwarded-Proto', 'https']),
    'https /wsgi/app.py /scheme', 'or that of a proxy which ends TLS';

my $source = Persist::Httpd::slurp("$httpd->{root}/site/wsgi/app.py");
my $file = app('GET', 'file');
is $file->{body}, substr($source, 2), 'a file is sent from where it is';
is $file->{headers}{'content-length'}, length($source) - 2, 'with its length';
my $part = app('GET', 'file', headers => ['Range', 'bytes=3-5']);
is "$part->{status} $part->{body}", '206 ' . substr($source, 5, 3),
    'by httpd, which serves ranges of it';

my $head = app('HEAD', 'length');
is $head->{headers}{'content-length'}, 6, 'HEAD has the length of GET';
is body('length'), 'length', 'which is that of its body';
is app('HEAD', 'endless')->{status}, 200, 'the head of an endless stream';
becomes { $httpd->log =~ /the generator is closed/ } 'ends it';
my $none = app('GET', 'unchanged');
is_deeply [@$none{qw(status body)}, $none->{headers}{'content-length'}],
    [304, '', undef], 'a status without a body has none';

is app('GET', 'phrase')->{reason}, 'No Such User',
    'the reason phrase is the application\'s';

my $half = app('GET', 'broken');
# What httpd reads together with the end is not sent yet, so it is a 502.
like join(' ', @$half{qw(status complete)}), qr/^(200 0|502 1)$/,
    'an exception behind the head cuts the response';
becomes { $httpd->log =~ /\[error\] .*LookupError: behind the head/s }
    'and is logged';
my $id = body('errors');
becomes { $httpd->log =~ /\[\Q$id\E\] written to wsgi\.errors/ }
    'wsgi.errors leads to the log, under the id of the request';

SKIP: {
    skip 'the load client needs libnghttp2', 2 if !-x Persist::Load::client();
    my $load = load_end(load_begin('-p', $httpd->{port}, '-c', 8, '-n', 2000,
        '/wsgi/app.py/token'));
    is $load->{answered}, 2000, '2000 requests of 8 clients are answered';
    is_deeply [@$load{qw(failed mixed)}], [0, 0], 'each with its own answer';
}
unlike $httpd->log, qr/AssertionError|WSGIWarning/, 'the validator is content';

done_testing;
