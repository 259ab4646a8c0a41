# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Persist::Http;
use Persist::Httpd;
use Test::More;

my $httpd = Persist::Httpd->new(conf => "PersistWorkers 0 1\n")->start;

# Interim responses: some, but not without end.
sub heads {
    my ($count) = @_;
    my $http = $httpd->open_request("/raw/pages.py/informed?count=$count");
    my @codes;
    do { push @codes, $http->head->{status} } while $codes[-1] < 200;
    return join ' ', @codes;
}
is heads(2), '103 103 200', 'interim responses come before the answer';
is heads(16), '103 ' x 16 . '200', 'sixteen of them';
is heads(17), '103 ' x 16 . '502', 'and no more';
ok $httpd->wait_log(qr/PERSIST4002: .*INFO/), 'the log says so';

# 205 has no body, and says that it has none (RFC 9110, 15.3.6).
my $http = Persist::Http->new($httpd->{port});
for my $query ('whole=1', '') {
    my $head = $http->request('GET', "/raw/pages.py/reset?$query")->head;
    is $head->{status}, 205, '205 is passed on';
    is $head->{headers}{'content-length'}, 0, 'with the length of its body';
    $http->body($head);
    is $http->request('GET', '/raw/pages.py/who')->head->{status}, 200,
        'and without that: the next response follows';
    $http = Persist::Http->new($httpd->{port});
}

ok $httpd->stop, 'httpd stops';
done_testing;
