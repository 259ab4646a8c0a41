# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Wait qw(becomes wait_for);
use Test::More;

my $httpd = Persist::Httpd->new(conf => "PersistWorkers 0 1\n")->start;
my $root = $httpd->{root};
my $pid = $httpd->who->{pid};

$httpd->get('/app.py/print?mark=before');
ok $httpd->wait_log(qr/complaint before/), 'stderr is in the error log';

rename "$root/error_log", "$root/error_log.1" or die $!;
kill 'USR1', $httpd->{pid};
ok $httpd->wait_log(qr/resuming normal/), 'logrotate renames it: graceful';
is $httpd->who->{pid}, $pid, 'the worker is the same';
$httpd->get('/app.py/print?mark=after');
ok $httpd->wait_log(qr/complaint after/), 'its stderr is in the new file';
unlike Persist::Httpd::slurp("$root/error_log.1"), qr/complaint after/,
    'and not in the old one';

# Also what a new persistd takes over.
my $old = $httpd->persistd;
kill 'KILL', $old;
becomes { ($httpd->persistd // $old) != $old } 'persistd is killed';
$httpd->get('/app.py/print?mark=adopted');
ok $httpd->wait_log(qr/complaint adopted/),
    'the next one reads what the worker writes';

# A logger that is a pipe ends with its generation.
$httpd->configure(<<"END");
ErrorLog "|/bin/sh -c 'exec cat >>ROOT/piped'"
END
kill 'USR1', $httpd->{pid};
becomes { $httpd->get('/app.py/print?mark=piped');
    Persist::Httpd::slurp("$root/piped") =~ /complaint piped/ }
    'stderr goes to the logger';

ok $httpd->stop, 'httpd stops';

done_testing;
