# SPDX-License-Identifier: Apache-2.0
# Some of httpd's own filters drop what tells that a response was cut, or hold
# its head back until then. The client is told all the same.
use v5.30;
use warnings;
use Persist::Http2;
use Persist::Httpd;
use Test::More;

# By the name of the module, and what it has to be told.
my %filter = (
    sed => "SetOutputFilter Sed\nOutputSed s/begin/begun/",
    lua => "SetOutputFilter Loud",
    xml2enc => 'SetOutputFilter xml2enc',
    bucketeer => 'SetOutputFilter BUCKETEER');
my @modules = grep { -e "$ENV{HTTPD_MODULES}/mod_$_.so" } sort keys %filter;
plan skip_all => 'httpd has none of these filters' if !@modules;

my $conf = '';
for my $name (@modules) {
    $conf .= <<"END";
<IfModule !${name}_module>
    LoadModule ${name}_module $ENV{HTTPD_MODULES}/mod_$name.so
</IfModule>
AliasMatch ^/$name/(.*) ROOT/site/raw/\$1
<Location /$name>
    $filter{$name}
</Location>
END
    $conf .= "LuaOutputFilter Loud ROOT/site/loud.lua loud\n" if $name eq 'lua';
}
$conf .= <<"END";
<IfModule !include_module>
    LoadModule include_module $ENV{HTTPD_MODULES}/mod_include.so
</IfModule>
<Location /page.shtml>
    Options +Includes
    ForceType text/html
    SetOutputFilter INCLUDES;xml2enc
</Location>
END
my $httpd = Persist::Httpd->new(conf => $conf);
open my $lua, '>', "$httpd->{root}/site/loud.lua" or die $!;
print $lua <<'END';
function loud(r)
    coroutine.yield('')
    while bucket do
        coroutine.yield(string.upper(bucket))
    end
end
END
close $lua or die $!;
$httpd->start;

# A response that ends well, or one that is given up.
sub path {
    my ($name, $how) = @_;
    return "/$name/pages.py/ends?how=$how";
}

for my $name (@modules) {
    my $whole = $httpd->get(path($name, 'well'));
    ok $whole->{status} == 200 && $whole->{complete}, "mod_$name: a whole answer";
    like $whole->{body}, qr/beg[iu]n/i, 'has its body';
    my $half = $httpd->get(path($name, 'gives-up'));
    ok $half->{status} == 502 || !$half->{complete}, 'half of one is cut';
    next if $ENV{PERSIST_T_MPM} eq 'prefork';
    my $http = Persist::Http2->new($httpd->{port});
    ok $http->ends_well($http->begin('GET', path($name, 'well'))),
        'over HTTP/2 a whole answer ends well';
    my $rest = $http->rest($http->begin('GET', path($name, 'gives-up')));
    ok !defined $rest || $rest =~ /Bad Gateway/, 'and half of one does not';
}

# A filter that holds the head back for a page, a part of which is cut.
SKIP: {
    skip 'no mod_xml2enc', 2 if !grep { $_ eq 'xml2enc' } @modules;
    open my $page, '>', "$httpd->{root}/site/page.shtml" or die $!;
    say $page '<!--#include virtual="/raw/pages.py/ends?how=gives-up" -->';
    say $page 'the rest of the page';
    close $page or die $!;
    my $http = $httpd->open_request('/page.shtml');
    my $head = $http->head // { status => 0 };
    my (undef, $complete) = $http->body($head);
    ok $head->{status} == 502 || $head->{status} == 200 && !$complete,
        'a page with half a part is cut';
    1 while $http->more;
    is $http->{buffer}, '', 'and nothing is behind an error page';
}

unlike $httpd->log, qr/exit signal|assertion/, 'no child has died';
ok $httpd->stop, 'httpd stops';
done_testing;
