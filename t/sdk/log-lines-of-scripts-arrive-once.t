# SPDX-License-Identifier: Apache-2.0
# Lines that scripts log, and lines that they print: once, whole, in order, with
# who wrote them; and not without bound.
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Wait 'becomes';
use Test::More;
use Time::HiRes 'time';

my $httpd = Persist::Httpd->new(conf => <<'END' . Persist::Httpd->ruby)->start;
ErrorLogFormat "[%t] [%-m:%l] [pid %P] [%L] %M"
LogLevel core:info
ErrorDocument 403 "/logs/logs.py?count=1&mark=denied"
ErrorDocument 404 "/logs/logs.py?count=1&mark=missing"
<Location "/denied">
    Require all denied
</Location>
END

sub lines {
    my ($pattern) = @_;
    return grep { /$pattern/ } split /\n/, $httpd->log;
}

my $answer = $httpd->get('/logs/logs.py?count=100&mark=few&stderr=1');
is $answer->{status}, 200, 'a script logs and prints 100 lines each';
my ($pid, $id) = split ' ', $answer->{body};
becomes { lines(qr/ few x+ printed$/) == 100 } 'what is printed arrives';
my @printed = lines(qr/ few x+ printed$/);
my @logged = lines(qr/ few x+ end$/);
is scalar @logged, 100, 'and what is logged, whole lines, once';
for ([logged => \@logged], [printed => \@printed]) {
    my ($name, $lines) = @$_;
    is_deeply [map { /line (\d+) of/ } @$lines], [0 .. 99], "$name in order";
    is scalar(grep { m{pool \S+/logs/logs\.py: } } @$lines), 100,
        'with their pool';
}
is scalar(grep { /: pid $pid: / && /\[\Q$id\E\]/ } @logged), 100,
    'what is logged has pid and request id';
is scalar(grep { /\[pid $pid\]/ && /: \[\Q$id\E\] line/ } @printed), 100,
    'so has what is printed';

my $began = time;
is $httpd->get('/logs/logs.py?count=6000&mark=many')->{status}, 200,
    'a script that logs without end is served';
# 256 KiB a second are less than 640 of these lines, and the first second and the
# last one may count in part.
my $most = 640 * (2 + time - $began);
my $many = lines(qr/ many x+ end$/);
cmp_ok $many, '>', 500, 'and logs much of it';
cmp_ok $many, '<', $most, 'but no more than its rate allows';
my $missing = 0;
becomes {
    $missing = 0;
    $missing += $_ for map { /: (\d+) lines of its log were dropped$/ } lines(qr/dropped$/);
    $many + $missing == 6000;
} 'the log says how many lines are missing, although it logs nothing more';
is $httpd->get('/logs/logs.py?count=1&mark=later')->{status}, 200, 'later';
is scalar(() = lines(qr/ later x+ end$/)), 1, 'it logs again';

# All values of the byte that changes; then several children, where each has
# one connection.
my @http = map { Persist::Http->new($httpd->{port}) } 1 .. 8;
my %ids;
for my $http (($http[0]) x 256, @http) {
    my $said = $http->request('GET', '/logs/logs.py?count=0&mark=none')->response;
    $ids{ (split ' ', $said->{body})[1] } = 1;
}
is scalar keys %ids, 264, 'each request has an id of its own';
is_deeply [grep { !/^[\w-]{24}$/ } keys %ids], [], 'fit for the name of a file';

for (['/denied', 'AH01630'], ['/no/such', 'AH00128'], ['/logs/none.py', 'none\.py']) {
    my ($path, $why) = @$_;
    my $id = (split ' ', $httpd->get($path)->{body})[1];
    is scalar(lines(qr/\[\Q$id\E\].*$why/)), 1,
        "the ErrorDocument of $path is logged under the id that has why";
}

SKIP: {
    skip 'Ruby has no worker SDK here' if !Persist::Httpd->ruby;
    my $answer = $httpd->get('/logs/logs.rb?50,ruby');
    is $answer->{status}, 200, 'a script in Ruby prints, too';
    my ($pid, $id) = split ' ', $answer->{body};
    becomes { lines(qr/ of ruby by /) == 102 } 'all that it prints arrives';
    my @own = lines(qr/\[pid $pid\].*\.rb: \[\Q$id\E\] line \d+ of ruby by/);
    is scalar(grep { /by (?:stdout|warn)$/ } @own), 100,
        'with pid and request id';
    is scalar @own, 100, 'which what it does not print itself has not';
    is scalar(lines(qr/\[pid $pid\].*\.rb: line 0 of ruby by (?:con|chi)/)), 2,
        'but the pid';
}
$httpd->get('/raw/pages.py/levels');
becomes { lines(qr/of level 6$/) == 1 } 'a script logs at each level';
is_deeply [map { [/\[persist:(\w+)\] .* of level (\d)/] } lines(qr/of level/)],
    [[error => 0], [error => 1], [error => 2], [error => 3], [warn => 4],
    [notice => 5], [info => 6]], 'but none above error';

ok $httpd->stop, 'httpd stops';

done_testing;
