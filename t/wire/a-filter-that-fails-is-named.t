# SPDX-License-Identifier: Apache-2.0
# What httpd's own filters refuse is not sent, and nobody takes it for a client
# that left.
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Wait 'becomes';
use Test::More;

my $httpd = Persist::Httpd->new(conf => <<'END')->start;
PersistWorkers 0 1
<Location /raw/pages.py/garbage>
    SetOutputFilter INFLATE
</Location>
END
my $pid = $httpd->get('/raw/pages.py/who')->{body};

is $httpd->get('/raw/pages.py/garbage?whole=1')->{status}, 502,
    "what can't be inflated is a 502";

my $file = "$httpd->{root}/garbage";
my $http = $httpd->open_request("/raw/pages.py/garbage?file=$file");
my $head = $http->head;
is $head->{status}, 200, 'a head is on its way';
open my $go, '>', $file or die $!;
close $go;
my ($body, $complete) = $http->body($head);
ok !$complete, "before what can't be inflated: the stream is cut";

becomes { 2 == (() = $httpd->log =~ /PERSIST4009: .*pages\.py/g) }
    'the log has the code of both';
is $httpd->get('/raw/pages.py/who')->{body}, $pid, 'the worker lives on';

ok $httpd->stop, 'httpd stops';
done_testing;
