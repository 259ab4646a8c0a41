# SPDX-License-Identifier: Apache-2.0
# <!--#include virtual="..."-->: what a script says goes where the page has it,
# and its end is not the page's.
use v5.30;
use warnings;
use Persist::Http;
use Persist::Httpd;
use Test::More;

my $httpd = Persist::Httpd->new(conf => <<"END")->start;
<IfModule !include_module>
    LoadModule include_module $ENV{HTTPD_MODULES}/mod_include.so
</IfModule>
<Directory ROOT/site/ssi>
    Options +Includes
    SetOutputFilter INCLUDES
</Directory>
END
my $http = Persist::Http->new($httpd->{port});

# Bytes too many of one answer would be read as the beginning of the next.
for my $page ('/ssi/page.shtml', '/ssi/informed.shtml', '/ssi/page.shtml') {
    my $head = $http->request('GET', $page)->head;
    is $head->{status}, 200, "$page is answered";
    my ($body, $complete) = $http->body($head);
    like $body, qr/\Aabove\n\d+\nbelow\n\z/, 'with all of it, in order';
    ok $complete, 'to its end';
    is $http->{buffer}, '', 'and nothing behind that';
}

my $parts = $httpd->get('/ssi/parts.py')->{body};
like $parts, qr/\A(\S+)\n\d+ \g1\s*\z/, 'a part of a part has the id of all';

ok $httpd->stop, 'httpd stops';
done_testing;
