# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Apache::Test ();
use Apache::TestRequest qw(GET HEAD POST);
use JSON::PP 'decode_json';
use List::Util 'sum';
use Persist::Wait 'becomes';
use Test::More;

my $pid = decode_json(GET('/app.py')->content)->{pid};

my $page = GET '/persist-status';
is $page->code, 200, 'the status page is there';
like $page->content_type, qr{^text/html}, 'as a page';
like $page->content, qr/\bpid $pid\b/, 'which tells the same without scripts';
my ($nonce) =
    $page->header('Content-Security-Policy') =~ /script-src 'nonce-(\w{32})'/;
ok $nonce, 'its policy lets one script run';
is_deeply [$page->content =~ /<(?:script|style) nonce="(\w+)">/g],
    [$nonce, $nonce], 'which is its own, as is its style';
unlike $page->content, qr{(?:src|href)="https?:}, 'it asks for nothing outside';
is $page->header('Cache-Control'), 'no-store', 'nobody keeps it';
isnt +(GET('/persist-status')->header('Content-Security-Policy')),
    $page->header('Content-Security-Policy'), 'the next one is another one';
is HEAD('/persist-status')->code, 200, 'HEAD is answered';
is POST('/persist-status')->code, 405, 'POST is not';

my $report = GET '/persist-status?json';
like $report->content_type, qr{^application/json}, 'and as JSON';
my $status = eval { decode_json $report->content };
ok $status, 'which can be read';
my ($pool) = grep { $_->{script} =~ m{/htdocs/app\.py$} } $status->{pools}->@*;
ok $pool, 'names the script';
ok scalar(grep { $_->{pid} == $pid } $pool->{workers}->@*), 'and its worker';
is scalar $pool->{service}{counts}->@*, 1 + $status->{bounds_us}->@*,
    'has a bucket for each bound and one above';
becomes {
    ($pool) = grep { $_->{script} =~ m{/htdocs/app\.py$} }
        decode_json(GET('/persist-status?json')->content)->{pools}->@*;
    $pool->{requests} == sum $pool->{service}{counts}->@*;
} 'which count all requests';

# What each fault's link leads to. The script is this test's own: another one's
# may have failed so often that it is not started any more.
my $boot = Apache::Test::vars('documentroot') . '/boot';
system('cp', "$boot/exits.py", "$boot/reported.py") == 0 or die 'cp';
GET '/boot/reported.py';
my ($failing) = grep { $_->{script} =~ m{/reported\.py$} }
    decode_json(GET('/persist-status?json')->content)->{pools}->@*;
is $failing->{fault}, 2002, 'a script that does not start has its code';
like $failing->{fault_meaning}, qr/before it was ready/, 'in words';
my $errors = GET '/persist-status?errors';
like $errors->content, qr/<h3 id="PERSIST2002">/, 'and a place to read on';

done_testing;
