# SPDX-License-Identifier: Apache-2.0
# ErrorDocument is for a script that fails while it answers, too: by an
# exception, without a response, with no header, or at its soft deadline.
use v5.30;
use warnings;
use JSON::PP 'decode_json';
use Persist::Http;
use Persist::Http2;
use Persist::Httpd;
use Persist::Wait 'becomes';
use Test::More;

my $httpd = Persist::Httpd->new(conf => <<"END" . Persist::Httpd->ruby)->start;
<IfModule !include_module>
    LoadModule include_module $ENV{HTTPD_MODULES}/mod_include.so
</IfModule>
ErrorLogFormat "[%L] %M"
PersistWorkers 0 1
<LocationMatch "/spin\$">
    PersistRequestTimeout 500ms 300s
</LocationMatch>
ErrorDocument 500 "our own words for 500"
ErrorDocument 502 "our own words for 502"
ErrorDocument 503 "our own words for 503"
ErrorDocument 504 "our own words for 504"
<Directory ROOT/site>
    <If "%{QUERY_STRING} =~ /page=none/">
        ErrorDocument 500 default
    </If>
    <If "%{QUERY_STRING} =~ /page=script/">
        ErrorDocument 500 /app.py/env
    </If>
    <If "%{QUERY_STRING} =~ /page=itself/">
        ErrorDocument 500 /app.py/raise?page=itself
    </If>
    <If "%{QUERY_STRING} =~ /streamed/">
        PersistBuffer off
    </If>
    <If "%{QUERY_STRING} =~ /page=url/">
        ErrorDocument 500 http://example.org/sorry
    </If>
</Directory>
<Files pages>
    SetHandler persist-script
</Files>
<Directory ROOT/site/ssi>
    Options +Includes
    SetOutputFilter INCLUDES
</Directory>
END
system('cp', $ENV{PERSIST_T_PAGES}, "$httpd->{root}/site/pages") == 0 or die;

sub lines { scalar(() = $httpd->log =~ /$_[0]/g) }

# The answer to a request whose script fails: its status and the body.
sub answer_of {
    my ($path, %o) = @_;
    my $answer = $httpd->get($path, %o);
    return "$answer->{status} $answer->{body}";
}

my $pid = $httpd->who->{pid};
my @failing = ('/app.py/raise?mark=early', '/app.py/header?name=A&value=%0A',
    '/pages/error', map { "/ways/each_cgi.py/$_" } qw(raised junk silent));
push @failing, '/ruby/app.rb/fail-early',
    map { "/ways/each_cgi.rb/$_" } qw(raised junk silent)
    if Persist::Httpd->ruby;
for my $path (@failing) {
    my ($script) = $path =~ m{^(/[^?]*?\w)(?:\?|/[^/]*$)};
    my $before = lines("PERSIST4012: .*$script");
    is answer_of($path), '500 our own words for 500', "$path fails";
    becomes { lines("PERSIST4012: .*$script") == $before + 1 } 'and is logged';
}
my ($id) = $httpd->log =~ /^\[(.+?)\] .*LookupError: no such thing: early/m;
is lines("(?m)^\\[\Q$id\E\\] PERSIST4012: "), 1, 'under one id with its reason';
is $httpd->who->{pid}, $pid, 'the worker lives on';

is answer_of('/app.py/status?code=500'), "500 as told\n",
    'a page of the script\'s own stays';
like answer_of('/app.py/raise?page=none'), qr/^500 .*Error id: /s,
    'without ErrorDocument there is httpd\'s page instead of the SDK\'s';

is answer_of('/late/late.py/spin'), '504 our own words for 504',
    'the soft deadline is answered by the server, too';
is lines('PERSIST4010: .*late.py'), 1, 'which has logged it once';
is lines('PERSIST4012: .*late.py'), 0, 'and under no other code';

# A script as the page, a page elsewhere, and a page that fails as well.
my $page = $httpd->get('/app.py/raise?page=script');
my $env = eval { decode_json $page->{body} } // {};
is_deeply [$page->{status}, $env->@{qw(REDIRECT_STATUS REDIRECT_URL)}],
    [200, 500, '/app.py/raise'], 'another script may be the page';
is $httpd->get('/app.py/raise?page=url')->{headers}{location},
    'http://example.org/sorry', 'and a page on another server';
my $before = lines('PERSIST4012: ');
like answer_of('/app.py/raise?page=itself'), qr/^500 .*Internal Server Error/s,
    'a page that fails itself is not asked again';
becomes { lines('PERSIST4012: ') - $before == 2 } 'each of the two is logged';

# What comes behind it on the connection.
my $http = Persist::Http->new($httpd->{port});
is $http->request('HEAD', '/late/late.py/spin')->response->{status}, 504,
    'HEAD has the status';
is $http->request('POST', '/late/late.py/spin', body => 'x')->response->{body},
    'our own words for 504', 'and no body, nor has the connection ended';
my $late = $http->request('POST', '/late/late.py/spin?streamed',
    body => 'x' x 200_000)->response;
is $late->{body}, 'our own words for 504', 'with a body that was not read';
is $late->{headers}{connection}, 'close', 'it does';

is answer_of('/ssi/failing.shtml'),
    "200 above\n[an error occurred while processing this directive]\nbelow\n",
    'a part that fails is not the end of its page';
if ($ENV{PERSIST_T_MPM} ne 'prefork') {
    my $http2 = Persist::Http2->new($httpd->{port});
    is $http2->rest($http2->begin('GET', '/app.py/raise')),
        'our own words for 500', 'HTTP/2 has the page';
    is $http2->rest($http2->begin('GET', '/late/late.py/who')),
        $httpd->get('/late/late.py/who')->{body}, 'and goes on';
}

# A worker without an SDK.
my %raw = (fault => '500 our own words for 500',
    'fault-stream' => '500 our own words for 500',
    'fault-503' => '503 our own words for 503',
    'fault-200' => '502 our own words for 502',
    'fault-garbage' => '502 our own words for 502',
    crlf => '502 our own words for 502', fine => '200 hello');
is answer_of("/raw/hostile.py/$_"), $raw{$_}, "from a bare worker: $_"
    for sort keys %raw;
unlike answer_of('/raw/hostile.py/fault?page=none'), qr/sorry/,
    'without ErrorDocument nothing of it is shown either';

ok $httpd->stop, 'httpd stops';
done_testing;
