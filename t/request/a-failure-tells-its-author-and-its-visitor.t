# SPDX-License-Identifier: Apache-2.0
# With PersistDebug the page of a failure has all that its author needs, for a
# browser or for a terminal, and no secrets. Everybody else sees an id that is
# in the log.
use v5.30;
use warnings;
use JSON::PP 'decode_json';
use Persist::Http;
use Persist::Http2;
use Persist::Httpd;
use Persist::Wait qw(becomes wait_for);
use Test::More;

my $httpd = Persist::Httpd->new(conf => <<"END" . Persist::Httpd->ruby)->start;
<IfModule !include_module>
    LoadModule include_module $ENV{HTTPD_MODULES}/mod_include.so
</IfModule>
PersistWorkers 0 1
<LocationMatch "/spin\$">
    PersistRequestTimeout 500ms 300s
</LocationMatch>
PersistEnv SECRET_KEY the-secret-of-the-environment
ServerSignature On
<Directory ROOT/site>
    <If "%{QUERY_STRING} =~ /debug/">
        PersistDebug on
    </If>
    <If "%{QUERY_STRING} =~ /page=script/">
        ErrorDocument 500 /app.py/env
    </If>
    <If "%{QUERY_STRING} =~ /page=text/">
        ErrorDocument 500 "id %{reqenv:PERSIST_ERROR_ID}"
    </If>
</Directory>
<Directory ROOT/site/ssi>
    Options +Includes
    SetOutputFilter INCLUDES
</Directory>
END
my @browser = (Accept => 'text/html,*/*;q=0.8');

sub page { $httpd->get($_[0], headers => [@browser, @_[1 .. $#_]]) }

# ---- for the author's browser
# persistd may not have read yet what was printed.
my $page;
wait_for {
    $page = page('/flow/fails.py/x?debug&mark=%3Cscript%3E%3C!--%23echo',
        Authorization => 'Basic c2VjcmV0', Cookie => 'sid=of-a-cookie');
    $page->{body} =~ /printed &lt;this/;
};
my ($status, $html, $headers) = $page->@{qw(status body headers)};
is $status, 500, 'a failure is a 500';
is $headers->{'content-type'}, 'text/html; charset=utf-8', 'a browser gets HTML';
like $html, qr/$_->[0]/, "with $_->[1]" for
    [qr/PERSIST4012: script failed and gave no response/, 'what it means'],
    [qr/What to do:/, 'what to do'],
    [qr/LookupError: no such thing: &lt;script&gt;&lt;!--#echo/, 'the exception'],
    [qr{<mark>  &gt; +\d+ \|  +raise LookupError.*</mark>}, 'the line that failed'],
    [qr/ \|  +# the line before\n/, 'the code around it'],
    [qr{fails\.py, line \d+ \(by /\S+, cpython 3\.}, 'its interpreter'],
    [qr/logged before.*\n?.*<pre>looked at &lt;it&gt;\nand again\n/, 'its log'],
    [qr/printed &lt;this&gt; &lt;script/, 'what it printed'];
unlike $html, qr/<script|<!--/, 'all of it is escaped';
unlike $html, qr/c2VjcmV0|of-a-cookie|the-secret-of/, 'no secret is shown';
my ($nonce) = $html =~ /<style nonce="(\w{32})">/;
like $headers->{'content-security-policy'},
    qr/^default-src 'none'; style-src 'nonce-$nonce'/, 'no script could run';
is $headers->{'cache-control'}, 'no-store', 'no cache keeps it';
my ($id) = $html =~ /Error id[^<]*<code>([\w-]+)</;
ok $httpd->wait_log(qr/PERSIST4012: .*fails\.py \(\Q$id\E\)$/m), 'its id is in the log';

# ---- for the author's terminal
$page = $httpd->get("/flow/fails.py/it's%0A?debug&mark=%1B%5B2J;\$(id)",
    headers => [Accept => '*/*']);
is $page->{headers}{'content-type'}, 'text/plain; charset=utf-8', 'curl gets text';
unlike $page->{body}, qr/printed <this> <script/, 'without prints of other requests';
like $page->{body}, qr/^PERSIST4012: .*\n\nWhat failed:\n\nTraceback/,
    'which begins with what failed';
like $page->{body}, qr/\\x1b\[2J/, 'and obeys nobody in a terminal';
my ($command) = $page->{body} =~ /^Again, in a terminal:\n\n(.*)$/m;
my $again = do {
    local @ENV{qw(PYTHONPATH LD_LIBRARY_PATH)} =
        @ENV{qw(PERSIST_T_PYTHONPATH PERSIST_T_LIBPATH)};
    qx{$command 2>&1};
};
like $again, qr/LookupError: no such thing: \e\[2J;\$\(id\) of \/it's\n/,
    'its command fails in the same way';
like $httpd->get('/boot/imports.py?debug')->{body},
    qr/^PERSIST2002: .*\nended with .*ModuleNotFoundError.*\n\nWhat failed:\n\nTrace/,
    'a script that does not start shows why';
# The first pause is a second, which a slow machine may miss; the next ones are
# longer.
becomes {
    $httpd->get('/boot/imports.py?debug')->{body} =~
        /^Next start:\s+in \d+ s, or as soon as the script's file has changed\n/m
} 'and how long that is told again';
my $head = Persist::Http->new($httpd->{port})
    ->request('HEAD', '/flow/fails.py?debug')->response;
is "$head->{status} $head->{body}", '500 ', 'HEAD has the head only';
like $httpd->get('/ssi/failing.shtml?debug')->{body}, qr/above\n\[an error/,
    'a part of a page has no page of its own';
# Where persistd has to look for a death at intervals, the page comes first. So it
# may on a slow machine, where persistd hears of it too late.
my $death = $ENV{PERSIST_T_PORTABLE} ? qr//
    : qr/printed last:\n\n(?:.*\n)?pid \d+ ended with status 7\n/;
becomes {
    $httpd->get('/flow/fails.py/exit?debug')->{body} =~
        /^PERSIST4001: .*logged before:\n\nlooked at .*$death/s
} 'a worker that died had logged this, and how it ended is told';
if (Persist::Httpd->ruby) {
    like page('/ruby/app.rb/fail-early?debug')->{body},
        qr{<mark>  &gt; +\d+ \|.*</mark>}, 'Ruby shows its code, too';
}

# ---- for a visitor
my %failing = ('/flow/fails.py/x' => [500, 4012], '/late/late.py/spin' => [504, 4010],
    '/raw/hostile.py/crlf' => [502, 4003], '/boot/exits.py' => [500, 2002]);
for my $path (sort keys %failing) {
    my ($status, $code) = $failing{$path}->@*;
    $page = page($path);
    is $page->{status}, $status, "$path is a $status";
    like $page->{body}, qr/^<!DOCTYPE html>/, 'with nothing before its page';
    ($id) = $page->{body} =~ m{<p>Error id: <code>([\w-]+)</code></p>\n<hr>\n<address>};
    becomes { $httpd->log =~ /PERSIST$code: .*\($id\)$/m }
        'whose page has an id of the log';
    unlike $page->{body}, qr/PERSIST|Error: |\.py/, 'and nothing else';
}
is page('/flow/nothing-there.py')->{body} =~ /Error id/, '',
    'what is not there is no error of the server';
my $env = decode_json page('/flow/fails.py/x?page=script')->{body};
ok $httpd->wait_log(qr/\(\Q$env->{REDIRECT_PERSIST_ERROR_ID}\E\)$/m),
    'ErrorDocument learns the id';
is $env->{REDIRECT_ERROR_NOTES}, "Error id: $env->{REDIRECT_PERSIST_ERROR_ID}",
    'in the variable for such notes as well';
like page('/flow/fails.py/x?page=text')->{body}, qr/^id [\w-]{24}$/,
    'a text may show it, too';
if ($ENV{PERSIST_T_MPM} ne 'prefork') {
    my $http2 = Persist::Http2->new($httpd->{port});
    like $http2->rest($http2->begin('GET', '/flow/fails.py')), qr/Error id: <code>\S/,
        'HTTP/2 has the id';
    like $http2->rest($http2->begin('GET', '/flow/fails.py?debug')),
        qr/^PERSIST4012: /, 'and the author\'s page';
}
is $httpd->get('/app.py/status?code=500')->{body}, "as told\n",
    'a page of the script\'s own has no id';

ok $httpd->stop, 'httpd stops';
done_testing;
