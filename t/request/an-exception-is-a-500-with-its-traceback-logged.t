# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Wait 'becomes';
use Test::More;

my $httpd = Persist::Httpd->new(conf => <<'END')->start;
ErrorLogFormat "[%t] [%-m:%l] [pid %P] [%L] %M"
PersistWorkers 0 1
END
my $before = $httpd->who->{pid};
my $answer = $httpd->get("/app.py/raise?mark=early$$");
is $answer->{status}, 500, 'an exception is answered with 500';
unlike $answer->{body}, qr/early$$/, 'which does not tell why';
becomes { $httpd->log =~ /LookupError: no such thing: early$$/ }
    'the error log does';
ok $httpd->wait_log(qr/Traceback .most recent call last.:/), 'with the traceback';
my ($line) = grep { /early$$/ } split /^/, $httpd->log;
my ($id) = $line =~ /id=(\S+)/;
like $line, qr/\[\Q$id\E\]/, 'under the id that the script sees';

my $go = "$httpd->{root}/go";
my $http = $httpd->open_request("/app.py/raise-late?mark=late$$&file=$go");
is $http->head->{status}, 200, 'a response begins';
is $http->chunk, 'half of it', 'with its first half';
open my $file, '>', $go or die $!;
is $http->chunk, undef, 'an exception cuts it, and never ends it properly';
becomes { $httpd->log =~ /LookupError: too late: late$$/ }
    'and the error log says why';

is $httpd->who->{pid}, $before, 'the worker lives on';
ok $httpd->stop, 'httpd stops';

done_testing;
