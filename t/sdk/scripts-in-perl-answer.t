# SPDX-License-Identifier: Apache-2.0
# Scripts in Perl, with the SDK that was written from docs/writing-a-worker.md.
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Wait 'becomes';
use Test::More;

my $httpd = Persist::Httpd->new(conf => <<"END")->start;
ErrorLogFormat "[%L] %M"
PersistEnv PERL5LIB $ENV{PERSIST_T_PERL5LIB}
PersistWorkers 0 1
<LocationMatch "/spin\$">
    PersistRequestTimeout 100ms 300s
</LocationMatch>
END
my $get = sub { $httpd->get("/perl/$_[0]") };

my ($pid) = $get->('pages.pl/who')->{body} =~ /^(\d+) 1$/;
ok $pid, 'a script answers' or diag $httpd->log;
my $long = "line\n" x 60_000;
is $httpd->get('/perl/pages.pl/echo', method => 'POST', body => $long)->{body},
    $long, 'a large body, both ways';
my $mine = $httpd->get('/perl/pages.pl/log', headers => ['X-Mine', 'yes']);
is $mine->{body}, 'yes', 'headers of a request';
ok $httpd->wait_log(qr/^\[(\S+)\] .*id=\g1 says so/m), 'a line under its id';

my $pulled = $httpd->get('/perl/pages.pl/keep', method => 'POST',
    body => 'x' x 3_000_000);
is $pulled->{body}, 'kept', 'a request that is kept';
my %fault = (
    kept => qr/the request is over/,
    die => qr/as ordered/,
    silent => qr/the script has not answered/,
    next => qr/the script has not answered/,
    header => qr/a header's value/,
);
for my $page (sort keys %fault) {
    is $get->("pages.pl/$page")->{status}, 500, "$page: 500";
    ok $httpd->wait_log($fault{$page}), "$page: the log says why";
}
is $get->('pages.pl/%FF%C3')->{body}, "/\xff\xc3", 'bytes in the path';
is $get->('pages.pl/program')->{body}, 'default', 'programs have their SIGPIPE';
for (1 .. 3) {
    my $leaves = $httpd->open_request('/perl/pages.pl/large');
    $leaves->more;
}
is $get->('pages.pl/who')->{body}, "$pid 2", 'all that by one worker';
is $get->('pages.pl/exit')->{body}, 'bye', 'it leaves';
becomes { ($get->('pages.pl/who')->{body} // '') =~ /^(?!$pid )\d+ 1$/ }
    'and another one follows';

$pid = $get->('late.pl')->{body};
is $get->('late.pl/spin')->{status}, 504, 'a late one is interrupted';
is $get->('late.pl')->{body}, $pid, 'and its worker lives on';

is $get->('app.psgi/list')->{body}, 'a list', 'an application for PSGI';
is $httpd->get('/perl/app.psgi/input', method => 'POST', body => 'a body')
    ->{body}, 'a body', 'has its input';
is $get->('app.psgi/writer')->{body}, '1 2 3 ', 'and a writer';

ok $httpd->stop, 'httpd stops';
done_testing;
