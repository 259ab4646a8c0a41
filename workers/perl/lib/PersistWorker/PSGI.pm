# SPDX-License-Identifier: Apache-2.0
package PersistWorker::PSGI;

# Runs a PSGI 1.1 application as a worker.

use v5.30;
use warnings;
use PersistWorker;

# PersistWorker::serve_psgi($app): calls the application for each request.
# Never returns. Raises an exception if persistd has not started the process.
sub PersistWorker::serve_psgi {
    my ($app) = @_;
    return PersistWorker::each_request(sub {
        my ($request) = @_;
        my $response = $app->(_environment($request));
        return _respond($request, $response) if ref $response ne 'CODE';
        return $response->(sub { return _delayed($request, @_) });
    });
}

# The body is read in whole before, since psgi.input must be a handle.
sub _environment {
    my ($request) = @_;
    my %env  = %{ $request->env };
    my $body = $request->body;
    open my $input, '<', \$body or die "the body as a handle: $!\n";
    $env{PATH_INFO}   //= q();
    $env{SCRIPT_NAME} = q() if ($env{SCRIPT_NAME} // q(/)) eq q(/);
    my $https = ($env{HTTPS} // q()) =~ /\A(?:on|1)\z/i;
    return { %env,
        'psgi.version'      => [1, 1],
        'psgi.url_scheme'   => $https ? 'https' : 'http',
        'psgi.input'        => $input,
        'psgi.errors'       => \*STDERR,
        'psgi.multithread'  => 0,
        'psgi.multiprocess' => 1,
        'psgi.run_once'     => 0,
        'psgi.nonblocking'  => 0,
        'psgi.streaming'    => 1,
    };
}

sub _respond {
    my ($request, $response) = @_;
    my ($status, $headers, $body) = @$response;
    return $request->respond($status, $headers, _whole($body));
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
    return $self->{request}->respond(@{ $self->{head} },
        join q(), @{ $self->{parts} });
}

1;
