# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Wait 'becomes';
use Test::More;

my $httpd = Persist::Httpd->new(conf => "PersistWorkers 0 1\n")->start;
my $pid = $httpd->get('/raw/pages.py/who')->{body};

for my $end (['hangup', 'closes its connection'],
    ['cut', 'is in the middle of a frame'],
    ['hand', 'passes files']) {
    my ($page, $how) = @$end;
    my $file = "$httpd->{root}/$page";
    my $http = $httpd->open_request("/raw/pages.py/$page?file=$file");
    becomes { -e $file } 'a worker has a request';
    close $http->{socket};
    is $httpd->get('/raw/pages.py/who')->{body}, $pid,
        "its client leaves, it $how: it answers the next one";
}
unlike $httpd->log, qr/PERSIST\d/, 'nobody complains';

ok $httpd->stop, 'httpd stops';
done_testing;
