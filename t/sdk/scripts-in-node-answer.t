# SPDX-License-Identifier: Apache-2.0
# Scripts in Node.js, with the SDK that was written from docs/writing-a-worker.md.
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Wait 'becomes';
use Test::More;

plan skip_all => 'no Node.js 18' if system "node -e 'require(\"node:test\")' 2>/dev/null";

my $httpd = Persist::Httpd->new(conf => <<"END")->start;
ErrorLogFormat "[%L] %M"
PersistEnv NODE_PATH $ENV{PERSIST_T_NODE_PATH}:/usr/share/nodejs
PersistWorkers 0 1
<LocationMatch "/late\$">
    PersistRequestTimeout 100ms 300s
</LocationMatch>
END
my $get = sub { $httpd->get("/node/$_[0]") };
my $who = sub { $get->('pages.js/who')->{body} // '' };

my ($pid) = $who->() =~ /^(\d+) 1$/;
ok $pid, 'a script answers' or diag $httpd->log;
my $long = "line\n" x 600_000;
is $httpd->get('/node/pages.js/echo', method => 'POST', body => $long)->{body},
    $long, 'a large body, both ways';
is $httpd->get('/node/pages.js/mine', headers => ['X-Mine', 'yes'])->{body}, 'yes',
    'headers of a request';
ok $httpd->wait_log(qr/^\[\S+\] pool .*: says so$/m), 'a line under its id';
is $get->('pages.js/%FF%C3')->{body}, "/\xff\xc3", 'bytes in the path';
unlike $get->('pages.js/descriptors')->{body}, qr/ [3-9] -> socket:/,
    'a program has none of the sockets';

my %fault = (
    die => qr/Error: as ordered\s.*pages\.js:\d+/,
    silent => qr/the handler returned without a response/,
    header => qr/Invalid character in header content/,
);
for my $page (sort keys %fault) {
    is $get->("pages.js/$page")->{status}, 500, "$page: 500";
    ok $httpd->wait_log($fault{$page}), "$page: the log says why";
}
is $get->('pages.js/late')->{status}, 504, 'a late one is given up';

my @two = map { $httpd->open_request('/node/pages.js/together') } 1 .. 2;
is $_->response->{body}, 'together', 'two requests at a time' for @two;
like $who->(), qr/^$pid /, 'all that by one worker';

is $get->('pages.js/rejects')->{status}, 500, 'a rejection that nobody handles';
ok $httpd->wait_log(qr/rejected as ordered/), 'is logged';
becomes { $who->() =~ /^(?!$pid )\d+ 1$/ } 'and ends the worker';
($pid) = $who->() =~ /^(\d+)/;
is $get->('pages.js/exit')->{status}, 500, 'process.exit() without an answer';
becomes { $who->() =~ /^(?!$pid )\d+ 1$/ } 'ends the worker, too';

($pid) = $who->() =~ /^(\d+)/;
utime undef, undef, "$httpd->{root}/site/node/pages.js" or die $!;
becomes { $who->() !~ /^$pid / } 'a changed script has a new worker';
ok $httpd->wait_log(qr/: $pid has ended as ordered$/m),
    'and the old one the time for what it does at SIGTERM';

is $get->('wrong.js')->{status}, 500, 'a script with an error of syntax';
becomes { $httpd->log =~ /SyntaxError/ } 'which the log shows';

ok $httpd->stop, 'httpd stops';
done_testing;
