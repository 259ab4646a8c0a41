# SPDX-License-Identifier: Apache-2.0
# What a worker says while nobody asks is not what the next client is told.
use v5.30;
use warnings;
use Persist::Http;
use Persist::Httpd;
use Persist::Wait 'becomes';
use Test::More;

my $httpd = Persist::Httpd->new(conf => "PersistWorkers 0 1\n")->start;
my $told = "$httpd->{root}/early";

# The client has its answer before httpd has given the worker back.
sub is_idle {
    my $status = $httpd->status or return;
    return !grep { $_->{busy} } map { $_->{workers}->@* } $status->{pools}->@*;
}

# Both by one connection of the client's, so by one of httpd's children, which
# has one connection to the one worker.
for my $guess (qw(next next-modulo-128 same previous none begun twice
        information deaf)) {
    my $before = () = $httpd->log =~ /PERSIST4002/g;
    my $http = $httpd->open_request("/raw/early.py/$guess");
    my $first = $http->response // {};
    is $first->{body}, 'hello', "$guess: a worker answers";
    becomes { is_idle() } 'and is idle';
    open my $order, '>', $told or die $!;
    close $order;
    becomes { !-e $told } 'and says more when nobody asks';
    $http->request('POST', '/raw/early.py/fine', body => 'x');
    my $head = $http->head;
    is $head->{status}, 502, 'the next client is not told that';
    unlike join(' ', $head->{lines}->@*) . ($http->body($head))[0], qr/early/,
        'nor a part of it';
    becomes { (() = $httpd->log =~ /PERSIST4002/g) > $before }
        'the worker has broken the protocol';
    my $last = $httpd->get('/raw/early.py/fine');
    is $last->{body}, 'hello', 'and another takes its place';
}

done_testing;
