# SPDX-License-Identifier: Apache-2.0
# A FUSE file system stops answering. httpd's threads wait for it, where it is
# asked for; nobody else does, not persistd and not its successor.
use v5.30;
use warnings;
use Fcntl ':flock';
use File::Copy 'copy';
use IPC::Open2 'open2';
use Persist::Ctl qw(ctl ctl_begin_as ctl_end);
use Persist::Httpd;
use Persist::Wait 'becomes';
use Test::More;

my $keeper = "$ENV{PERSIST_T_SOURCE}/persistd/tests/far_mount.py";
my $group = getgrgid((getpwnam 'nobody')[3]);
my $httpd = Persist::Httpd->new(
    conf => "User nobody\nGroup $group\nPersistWorkers 0 1\n");
my ($root, $site) = ($httpd->{root}, "$httpd->{root}/site");
mkdir "$root/shown" or die $!;
mkdir "$site/far" or die $!;
my $script = "$root/shown/app.py";
copy("$site/app.py", $script) && chmod 0755, $script or die $!;
open my $lock, '>', "$root/lock" or die $!;

my $pid = open2(my $said, my $keep, '/usr/bin/python3', '-B', $keeper);
sub keep { print $keep "@_\n"; $keep->flush; return <$said> =~ s/\s+$//r }
my $fault = keep("$root/shown", "$site/far", "$root/lock");
plan skip_all => "nothing can be mounted here: $fault" if $fault;

# Whatever waits for the file system waits until we let go of the lock. A persistd
# that did would be replaced after ten seconds.
sub soon {
    my ($name, $do) = @_;
    my $persistd = $httpd->persistd;
    my $good = $do->();
    is_deeply [$good ? 1 : 0, $httpd->persistd], [1, $persistd], $name;
}

sub fresh { # a script that is known to nobody yet
    my ($name) = @_;
    symlink "$site/app.py", "$site/$name" or die $!;
    return sub { $httpd->get("/$name")->{status} == 200 };
}

$httpd->start;
my $worker = $httpd->get('/far/app.py');
is $worker->{status}, 200, 'a script is served from a FUSE file system';
my $near = $httpd->who->{pid};

flock $lock, LOCK_EX or die $!;
my @held = map { $httpd->open_request('/far/app.py') } 1 .. 4;
soon 'it hangs; another script is served',
    sub { $httpd->who->{pid} == $near };
soon 'a new one starts', fresh('cold.py');
soon 'orders are obeyed',
    sub { ctl($httpd, 'restart', "$site/app.py")->{status} == 0 };
soon 'also for the one that hangs, by its name',
    sub { ctl($httpd, 'stop', "$site/far/app.py")->{status} == 0 };
soon 'as far as they can be', sub {
    ctl($httpd, 'start', "$site/far/app.py")->{said} =~
        /PERSIST3007: /;
};
# A stranger's orders, for ever new names by a link that leads there.
symlink "$site/far", "$root/link" or die $!;
my @refused;
for my $round (1 .. 3) {
    my @orders = map { ctl_begin_as('bin', $httpd, 'stop', "$root/link/$round$_") } 1 .. 8;
    push @refused, map { ctl_end($_)->{said} } @orders;
}
ok !grep({ !/PERSIST3007: |too many orders/ } @refused), 'strangers are told';
ok grep(/too many orders/, @refused), 'and sent away, when they ask for more';
soon 'they hold nobody up', fresh('cool.py');
my $old = $httpd->persistd;
kill 'KILL', $old;
becomes { ($httpd->persistd // $old) != $old } 'persistd is killed';
soon 'its successor starts scripts', fresh('colder.py');

flock $lock, LOCK_UN or die $!;
is_deeply [map { $_->response->{status} } @held], [(200) x @held],
    'those who waited are served when the file system answers';
is $httpd->get('/far/app.py')->{status}, 200, 'and so is who comes then';
ok $httpd->stop, 'httpd stops';
is_deeply [$httpd->runtime_files], [], 'and leaves no file';
keep("$site/far");
close $keep;
waitpid $pid, 0;
done_testing;
