# SPDX-License-Identifier: Apache-2.0
# PersistDebug is for the author of a script: the error page has the traceback
# of an exception. Nobody else's page has it.
use v5.30;
use warnings;
use Persist::Httpd;
use Test::More;

my $httpd = Persist::Httpd->new(conf => <<'END' . Persist::Httpd->ruby)->start;
PersistWorkers 0 1
<LocationMatch "/spin$">
    PersistRequestTimeout 1s 300s
</LocationMatch>
<Directory ROOT/site>
    <If "%{QUERY_STRING} =~ /debug/">
        PersistDebug on
    </If>
    <If "%{QUERY_STRING} =~ /page/">
        ErrorDocument 500 "our own words"
    </If>
</Directory>
END

my %shown = (
    '/app.py/raise?mark=%3Cb%3E' => [500, 4012, 'LookupError',
        'no such thing: &lt;b&gt;', 'raised'],
    '/app.py/header?name=A&value=%0A' => [500, 4012, 'ValueError'],
    '/ways/each_cgi.py/raised?' => [500, 4012, 'LookupError: what a pity'],
    '/ways/each_cgi.py/junk?' => [500, 4012, 'the script gave no response'],
    '/late/late.py/spin?' => [504, 4010, 'DeadlineExceeded', 'deep']);
if (Persist::Httpd->ruby) {
    $shown{'/ruby/app.rb/fail-early?'} = [500, 4012, 'no such thing', 'KeyError'];
    $shown{'/ways/each_cgi.rb/raised?'} = [500, 4012, 'what a pity'];
    $shown{'/late/late.rb/spin?'} = [504, 4010, 'DeadlineExceeded'];
}
my @browser = (headers => [Accept => 'text/html']);

# The requests for a path with PersistDebug and without.
sub ask {
    my ($path) = @_;
    return [$httpd->open_request("$path&debug&page", @browser),
        $httpd->open_request($path)];
}

# These take until their deadlines: at the same time, while others are answered.
my %begun = map { ($_ => ask($_)) } grep { /spin/ } keys %shown;
for my $path (sort keys %shown) {
    my ($status, $code, @words) = $shown{$path}->@*;
    my ($answer, $plain) = map { $_->response // { status => 0, body => '' } }
        ($begun{$path} // ask($path))->@*;
    is $answer->{status}, $status, "$path is a $status";
    like $answer->{body}, qr/\Q$_\E/, "whose page has $_" for "PERSIST$code", @words;
    unlike $answer->{body}, qr/: <b>/, 'and nothing that is not escaped';
    is $plain->{status}, $status, 'so it is without PersistDebug';
    unlike $plain->{body}, qr/\Q$_\E/, "and does not have $_"
        for "PERSIST$code", @words;
}

my $own = $httpd->get('/app.py/status?code=500&debug');
is "$own->{status} $own->{body}", "500 as told\n", 'a page of its own stays';
is $httpd->get('/raw/hostile.py/log?debug')->{body}, '',
    'a log line is not part of a page without a fault';
my $much = $httpd->get('/raw/hostile.py/fault-said?debug', @browser)
    ->{body};
like $much, qr/&lt; the end/, 'of too much, the end is shown';
unlike $much, qr/the beginning/, 'the beginning is not';
cmp_ok length $much, '<', 40_000, 'it is 8 KiB of it';
like $httpd->get('/raw/hostile.py/fault-late?debug')->{body},
    qr/PERSIST4006.*said late/s, 'a response that was given up shows why, too';
unlike $httpd->get('/raw/hostile.py/fault-late')->{body}, qr/said late/,
    'with PersistDebug only';

ok $httpd->stop, 'httpd stops';
done_testing;
