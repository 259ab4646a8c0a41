# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Persist::Http;
use Persist::Httpd;
use Persist::Wait 'becomes';
use Test::More;

# Buffering would gather the body before a worker could ask for it.
my $httpd = Persist::Httpd->new(
    conf => "PersistWorkers 0 1\nPersistBuffer off\n")->start;
my $file = "$httpd->{root}/credit";

# The client holds its body back, so that PUT can be run again.
my $http = $httpd->open_request("/raw/pages.py/credit?file=$file",
    method => 'PUT', headers => ['Content-Length', 200_000]);
becomes { (-s $file // 0) == 2 }
    'a worker asks for the body and dies, another one has the request';
$http->send_bytes('x' x 200_000);
open my $go, '>', "$file.go" or die $!;
close $go;
is $http->response->{body}, '3 5', 'which gets what it asks for itself';

ok $httpd->stop, 'httpd stops';
done_testing;
