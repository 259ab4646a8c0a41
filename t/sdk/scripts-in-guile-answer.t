# SPDX-License-Identifier: Apache-2.0
# Scripts in Guile Scheme.
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Wait 'becomes';
use Test::More;

plan skip_all => 'there is no Guile 3.0' if !$ENV{PERSIST_T_GUILE_PATH};

my $httpd = Persist::Httpd->new(conf => <<"END")->start;
PersistEnv GUILE_LOAD_PATH $ENV{PERSIST_T_GUILE_PATH}
PersistEnv GUILE_LOAD_COMPILED_PATH $ENV{PERSIST_T_GUILE_COMPILED}
PersistEnv GUILE_AUTO_COMPILE 0
PersistWorkers 0 1
<LocationMatch "/spin\$">
    PersistRequestTimeout 200ms 300s
</LocationMatch>
END
my $get = sub { $httpd->get("/guile/$_[0]") };

my ($pid) = $get->('pages.scm/who')->{body} =~ /^(\d+) 1$/;
ok $pid, 'a script answers' or diag $httpd->log;
my $long = "line\n" x 60_000;
is $httpd->get('/guile/pages.scm/echo', method => 'POST', body => $long)->{body},
    $long, 'a large body, both ways';
is $httpd->get('/guile/pages.scm/mine', headers => ['X-Mine', 'yes'])->{body},
    'yes', 'headers of a request';

is $get->('pages.scm/keep')->{body}, 'kept', 'a request that is kept';
my %fault = (
    kept => qr/the request is over/,
    raise => qr/as ordered/,
    silent => qr/not answered/,
    header => qr/HTTP does not allow this status or header/,
);
for my $page (sort keys %fault) {
    is $get->("pages.scm/$page")->{status}, 500, "$page: 500";
    ok $httpd->wait_log($fault{$page}), "$page: the log says why";
}
is $get->('pages.scm/who')->{body}, "$pid 2", 'all that by one worker';
is $get->('pages.scm/exit')->{body}, 'bye', 'it leaves';
becomes { ($get->('pages.scm/who')->{body} // '') =~ /^(?!$pid )\d+ 1$/ }
    'and another one follows';

$pid = $get->('late.scm')->{body};
is $get->('late.scm/spin')->{status}, 504, 'a late one is interrupted';
is $get->('late.scm')->{body}, $pid, 'and its worker lives on';

ok $httpd->stop, 'httpd stops';
done_testing;
