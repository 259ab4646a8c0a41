# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Apache::TestRequest 'GET';
use JSON::PP 'decode_json';
use Test::More;

my $pid = decode_json(GET('/app.py')->content)->{pid};

my $page = GET '/persist-status';
is $page->code, 200, 'the status page is there';
like $page->content_type, qr{^text/html}, 'as a page';

my $report = GET '/persist-status?json';
like $report->content_type, qr{^application/json}, 'and as JSON';
my $status = eval { decode_json $report->content };
ok $status, 'which can be read';
like $report->content, qr{/app\.py}, 'names the script';
like $report->content, qr/\b$pid\b/, 'and its worker';

done_testing;
