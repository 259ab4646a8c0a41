# SPDX-License-Identifier: Apache-2.0
package PersistWorker::PSGI;

# Runs a PSGI 1.1 application as a worker.

use v5.30;
use warnings;
use List::Util 'pairs';
use PersistWorker;

my $BY_LENGTH = 128;    # bit of READY: CONTENT_LENGTH bytes of a body are read

# PersistWorker::serve_psgi($app): calls the application for each request.
# Never returns. Raises an exception if persistd has not started the process.
sub PersistWorker::serve_psgi {
    my ($app) = @_;
    my $handler = sub {
        my ($request) = @_;
        my $env = _environment($request);
        _answer_by($request, $app->($env));
        exit 0 if $env->{'psgix.harakiri.commit'};
    };
    return PersistWorker::each_request($handler, $BY_LENGTH);
}

sub _answer_by {
    my ($request, $response) = @_;
    return _respond($request, $response) if ref $response ne 'CODE';
    return $response->(sub { return _delayed($request, @_) });
}

# The body is read in whole before, since psgi.input must be a handle. httpd has
# told its length.
sub _environment {
    my ($request) = @_;
    my %env  = %{ $request->env };
    my $body = $request->body;
    open my $input, '<', \$body or die "the body as a handle: $!\n";
    $env{$_} //= q() for qw(PATH_INFO QUERY_STRING);
    $env{SCRIPT_NAME} = q() if ($env{SCRIPT_NAME} // q(/)) eq q(/);
    $env{PATH_INFO}   = q(/) if $env{PATH_INFO} . $env{SCRIPT_NAME} eq q();
    my $https = $env{HTTPS} // $env{REQUEST_SCHEME} // q();
    return { %env,
        'psgi.version'      => [1, 1],
        'psgi.url_scheme'   =>
            $https =~ /\A(?:on|yes|1|https)\z/i ? 'https' : 'http',
        'psgi.input'        => $input,
        'psgi.errors'       => \*STDERR,
        'psgi.multithread'  => 0,
        'psgi.multiprocess' => 1,
        'psgi.run_once'     => 0,
        'psgi.nonblocking'  => 0,
        'psgi.streaming'    => 1,
        'psgix.input.buffered' => 1,
        'psgix.harakiri'       => 1,
    };
}

sub _respond {
    my ($request, $response) = @_;
    my ($status, $headers, $body) = @$response;
    return _answer($request, $status, $headers, _whole($body));
}

# Mojolicious frames the pieces of a body itself, for a server that sends its
# Transfer-Encoding on. httpd does not: it has a framing of its own.
sub _answer {
    my ($request, $status, $headers, $body) = @_;
    my @framed = grep { lc $_->[0] eq 'transfer-encoding' } pairs @$headers;
    my @others = map { @$_ } grep { lc $_->[0] ne 'transfer-encoding' }
        pairs @$headers;
    $body = _unframed($body) if grep { lc $_->[1] eq 'chunked' } @framed;
    return $request->respond($status, \@others, $body);
}

sub _unframed {
    my ($framed) = @_;
    my $body = q();
    while ($framed =~ s/\A(?:\r\n)?([0-9A-Fa-f]+)[^\n]*\n//) {
        $body .= substr $framed, 0, hex $1, q();
    }
    return $body;
}

# A handle need be no more than an object with getline and close.
sub _whole {
    my ($body) = @_;
    return join q(), @$body if ref $body eq 'ARRAY';
    local $/ = \65_536;
    my $whole = q();
    while (defined(my $part = $body->getline)) { $whole .= $part }
    $body->close;
    return $whole;
}

# With a body it is a response; without, the application wants a writer.
sub _delayed {
    my ($request, $response) = @_;
    return _respond($request, $response) if @$response > 2;
    return bless { request => $request, head => $response, parts => [] },
        'PersistWorker::PSGI::Writer';
}

package PersistWorker::PSGI::Writer;

sub write { push @{ $_[0]{parts} }, $_[1]; return }

# The response goes when the application has closed the writer.
sub close {
    my ($self) = @_;
    return PersistWorker::PSGI::_answer($self->{request}, @{ $self->{head} },
        join q(), @{ $self->{parts} });
}

1;
