# SPDX-License-Identifier: Apache-2.0
# httpd is started by root, and everything of ours runs as User.
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Process qw(is_alive mapped_files owner_of);
use Persist::Wait qw(becomes STOPPED);
use Test::More;

my $nobody = getpwnam 'nobody';
my $group = getgrgid((getpwnam 'nobody')[3]);
my $user = "User nobody\nGroup $group\nPersistWorkers 0 1\n";

sub owner { (stat $_[0])[4] }

my $httpd = Persist::Httpd->new(conf => $user)->start;
my $pid = $httpd->who->{pid};
my $persistd = $httpd->persistd;
is +(owner_of($persistd))[0], $nobody, 'persistd runs as User';
is +(owner_of($pid))[0], $nobody, 'and so does a worker';
is owner("$httpd->{root}/r"), $nobody, 'PersistRuntimeDir belongs to User';
is sprintf('%o', (stat _)[2] & 07777), '755', 'and only he may write it';
my ($table) = grep { m{^/dev/shm/} } mapped_files($persistd);
is owner($table), $nobody, 'the table is his';
ok !(grep { m{^/dev/shm/ShM} } mapped_files($httpd->{pid})),
    'and root\'s parent does not map it';

for my $way ('graceful', 'restart') {
    ok $httpd->$way, "a $way comes";
    is $httpd->who->{pid}, $pid, 'the worker is the same';
    is $httpd->persistd, $persistd, 'and persistd as well';
}
for my $way ('graceful', 'restart') {
    my $old = $httpd->persistd;
    kill 'KILL', $old;
    ok $httpd->$way, "$way right after the kill of persistd";
    becomes { ($httpd->persistd // $old) != $old } 'finds a new one';
    becomes { ($httpd->who->{pid} // 0) == $pid } 'which has the same worker';
}

# Another User is another instance.
my $other = getpwnam 'daemon';
$httpd->configure($user =~ s/nobody/daemon/r . "PersistRuntimeDir ROOT/r2\n");
ok $httpd->graceful, 'a graceful brings another User';
my $new;
becomes { $new = $httpd->who->{pid}; $new && $new != $pid } 'with a new worker';
is +(owner_of($new))[0], $other, 'that runs as he';
becomes { !is_alive($pid) } 'the old one drains', STOPPED;
ok $httpd->stop, 'httpd stops';
is_deeply [$httpd->runtime_files], [], 'and leaves no file';

# What is refused.
sub refuses {
    my ($httpd, $pattern, $name) = @_;
    isnt $httpd->command('-k', 'start'), 0, $name;
    like $httpd->output, $pattern, 'as it says on the terminal';
    becomes { !$httpd->processes } 'and httpd does not start';
}
$httpd = Persist::Httpd->new(conf => $user);
mkdir "$httpd->{root}/r", 0755 or die $!;
refuses($httpd, qr/PERSIST5001.*not to httpd's User/,
    'root\'s own directory is not given away');
is owner("$httpd->{root}/r"), 0, 'it stays root\'s';
$httpd = Persist::Httpd->new(conf => "${user}PersistRuntimeDir ROOT/his/r\n");
mkdir "$httpd->{root}/his", 0755 or die $!;
chown $other, -1, "$httpd->{root}/his" or die $!;
refuses($httpd, qr/PERSIST5001.*could put another directory/,
    'nor is one made in another user\'s directory');
ok !-e "$httpd->{root}/his/r", 'nothing is made there';

for my $killed (0, 1) {
    $httpd = Persist::Httpd->new(conf => $user)->start;
    $httpd->who;
    kill 'KILL', $httpd->persistd if $killed;
    ok $httpd->stop, $killed ? 'a stop right after the kill of persistd'
        : 'a stop at leisure';
    is_deeply [$httpd->runtime_files], [], 'leaves no file';
}
$httpd = Persist::Httpd->new(conf => $user)->start;
$httpd->who;
kill 'KILL', $httpd->{pid};
becomes { !$httpd->ours } 'without its parent all of ours ends', STOPPED;
is_deeply [$httpd->runtime_files], [], 'and leaves no file';

done_testing;
