# SPDX-License-Identifier: Apache-2.0
# Scripts in Guile that do what they should not: wrong types, continuations that
# leave the handler or come back, closed ports. The worker serves on.
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Wait 'becomes';
use Test::More;

plan skip_all => 'there is no Guile 3.0' if !$ENV{PERSIST_T_GUILE_PATH};

my $conf = <<"END";
PersistEnv GUILE_LOAD_PATH $ENV{PERSIST_T_GUILE_PATH}
PersistEnv GUILE_LOAD_COMPILED_PATH $ENV{PERSIST_T_GUILE_COMPILED}
PersistEnv GUILE_AUTO_COMPILE 0
PersistWorkers 0 1
<LocationMatch "/late-">
    PersistRequestTimeout 200ms 300s
</LocationMatch>
# For a handler that has not begun by then, since a request has had its worker.
<If "%{QUERY_STRING} == 'slow'">
    PersistRequestTimeout 2s 300s
</If>
<If "%{QUERY_STRING} == 'slowest'">
    PersistRequestTimeout 20s 300s
</If>
END
my $httpd = Persist::Httpd->new(conf => $conf)->start;
my $script = '/guile/hostile.scm';
my $get = sub { my ($page, %o) = @_; $httpd->get("$script/$page", %o) };
# Asks for a page that is late, until it has begun before its deadline.
my $late = sub {
    my ($page, $has_begun) = @_;
    my $answer;
    for my $how ('', '?slow', '?slowest') {
        $answer = $get->("$page$how");
        last if $has_begun->($answer);
    }
    return $answer;
};
my $pid = $get->('pid')->{body};
like $pid, qr/^\d+$/, 'a script answers' or diag $httpd->log;

my %answer = (
    types => 45, keep => 'kept', abort => 'aborted', thread => 'thread',
    fork => 4, 'fork-returns' => 0, print => 'printed');
is $get->($_)->{body}, $answer{$_}, "$_: it goes on" for sort keys %answer;
is $late->('late-caught', sub { $_[0]{status} == 200 })->{body}, 'caught',
    'late-caught: it goes on';
is $get->('header', headers => ['X-Odd', "\xff\xe9"])->{body}, '(255 233)',
    'bytes that are no text arrive';
is $get->('length', method => 'POST', body => 'x' x 5_000_000)->{body}, 5_000_000,
    'a body of megabytes, too';
ok $httpd->wait_log(qr/printed: /),
    'what goes to the error port is logged at once';

my %failing = (
    again => qr/continuation/, outside => qr/continuation/,
    resume => qr/as ordered/, 'default-prompt' => qr/not answered/,
    symbol => qr/as-ordered/, odd => qr/exception/, deep => qr/stack .* is full/);
for my $page (sort keys %failing) {
    is $get->($page)->{status}, 500, "$page: 500";
    ok $httpd->wait_log($failing{$page}), "$page: the log says why";
}
is $late->('late-wind', sub { $httpd->wait_log(qr/wound/, 5) })->{status}, 504,
    'late-wind: 504';
is $get->('late-sleep')->{status}, 504, 'late-sleep: 504';
ok $httpd->wait_log(qr/wound/), 'a late handler is unwound';
is $get->('after')->{body}, 'soon', 'what is done after the response';
ok $httpd->wait_log(qr/after, as ordered/), 'fails, and the log says so';

is $get->('close')->{body}, 'closed', 'a script closes its ports';
is $get->('after')->{body}, 'soon', 'and fails after a response';
is $get->('pid')->{body}, $pid, 'all that in one worker';
is $get->('bye')->{body}, 'bye', 'it leaves in a dynamic-wind';
becomes { my $now = $get->('pid')->{body}; $now =~ /^\d+$/ && $now != $pid }
    'and another one follows';

ok $httpd->reconfigure("${conf}PersistEnv LC_ALL C\n"), 'the locale is C';
is $get->('encoding')->{body}, '"UTF-8"', 'files are read as UTF-8';
ok $httpd->reconfigure("${conf}PersistEnv LC_ALL none\n"), 'there is no such locale';
is $get->('letter')->{body}, "\xce\xbb", 'what is sent is in UTF-8 anyway';
is $get->('print')->{body}, 'printed', 'and what is printed does no harm';
ok $httpd->stop, 'httpd stops';
done_testing;
