# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Process qw(mapped_files owner_of);
use Persist::Wait 'becomes';
use Test::More;

my ($uid, $gid) = (getpwnam 'www-data')[2, 3];
plan skip_all => 'there is no www-data' if !defined $uid;

sub owner_and_mode {
    my ($path) = @_;
    my @stat = lstat $path or return "no $path";
    return sprintf '%d:%d %o', @stat[4, 5], $stat[2] & 07777;
}

my $conf = "User www-data\nGroup www-data\nPersistWorkers 0 1\n";
my $httpd = Persist::Httpd->new(conf => $conf)->start;
my $worker = $httpd->who->{pid};
ok $worker, 'a request is answered';

is_deeply [owner_of($httpd->{pid})], [0, 0], 'httpd\'s parent is root';
is_deeply [owner_of($httpd->persistd)], [$uid, $gid],
    'persistd runs as User and Group';
is_deeply [owner_of($worker)], [$uid, $gid], 'and so does the worker';

my $runtime = "$httpd->{root}/r";
is owner_and_mode($runtime), "$uid:$gid 755",
    'the runtime directory belongs to User';
my ($instance) = $httpd->runtime_files;
is owner_and_mode($instance), "$uid:$gid 711", 'and the instance below it';
is owner_and_mode("$instance/p"), "$uid:$gid 700", 'its inner part is private';
is owner_and_mode("$instance/admin"), "$uid:$gid 666",
    'the socket for persistctl can be reached by all';
is owner_and_mode($_), "$uid:$gid 600", 'a private file' for
    map { "$instance/p/$_" } qw(http journal owners.lock persistd.lock);
my ($table) = grep { m{^/dev/shm/} } mapped_files($httpd->persistd);
is owner_and_mode($table), "$uid:$gid 600", 'the table belongs to User';
is_deeply [grep { m{^/dev/shm/} } mapped_files($httpd->{pid})], [],
    'the parent never maps it';

# A shell script shows what the kernel gives a worker.
my $status = Persist::Process::slurp("/proc/$worker/status");
like $status, qr/^CapEff:\s+0+$/m, 'the worker has no capabilities';
my ($groups) = $status =~ /^Groups:\s*(.*?)\s*$/m;
is $groups, $gid, 'and no groups of root';

kill 'KILL', my $old = $httpd->persistd;
becomes { ($httpd->persistd // $old) != $old } 'a killed persistd is replaced';
is_deeply [owner_of($httpd->persistd)], [$uid, $gid], 'by one of User';
is $httpd->who->{pid}, $worker, 'which keeps the worker';

ok $httpd->restart, 'httpd restarts';
is $httpd->who->{pid}, $worker, 'and keeps the worker';
ok $httpd->stop, 'httpd stops';
is_deeply [$httpd->runtime_files], [], 'and leaves no file';
ok !-e $table, 'and no table';

done_testing;
