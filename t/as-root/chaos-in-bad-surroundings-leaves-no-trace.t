# SPDX-License-Identifier: Apache-2.0
# Load while memory, disk, files and processes that the server needs are taken
# away, one after the other; afterwards everything is as it was. In a mount
# namespace of its own: /dev/shm and the error log's disk are small ones.
use v5.30;
use warnings;
use IO::Select;
use Persist::Httpd;
use Persist::Load qw(load_begin load_end load_or_skip);
use Persist::Process 'is_alive';
use Persist::Rest qw(holdings holds_no_more is_at_rest replace_persistd
    touch_children);
use Persist::Wait qw(becomes wait_for STOPPED);
use Test::More;

load_or_skip();
plan skip_all => 'takes a minute' if $ENV{PERSIST_T_SHORT};
if (!$ENV{PERSIST_T_MOUNTS}) {
    plan skip_all => 'mount namespaces are not permitted'
        if system('unshare -m true 2>/dev/null') != 0;
    $ENV{PERSIST_T_MOUNTS} = 1;
    exec 'unshare', '-m', $^X, '-Ilib', $0 or die $!;
}

sub mount_small {
    my ($directory, $size) = @_;
    system('mount', '-t', 'tmpfs', '-o', "size=$size,mode=1777", 'small',
        $directory) == 0 or die "mount $directory";
}

# Takes all that is free; release it by unlinking the file.
sub fill {
    my ($directory) = @_;
    my $path = "$directory/filler";
    open my $file, '>', $path or die "$path: $!";
    1 while syswrite $file, 'x' x 65536;
    1 while syswrite $file, 'x';
    return $path;
}

mount_small('/dev/shm', '64m');
my $group = getgrgid((getpwnam 'nobody')[3]);
my $conf = "User nobody\nGroup $group\nPersistWorkers 4 4\n" . <<'END';
<Location /other.py>
    PersistWorkers 0 1
    PersistIdleTimeout 1s
</Location>
END
my $httpd = Persist::Httpd->new(conf => "${conf}ErrorLog ROOT/disk/error_log\n");
mkdir "$httpd->{root}/disk" or die $!;
mount_small("$httpd->{root}/disk", '1m');
symlink 'disk/error_log', "$httpd->{root}/error_log" or die $!;
symlink 'app.py', "$httpd->{root}/site/other.py" or die $!;
$httpd->start;

$httpd->who;
replace_persistd($httpd);
touch_children($httpd);
becomes { is_at_rest($httpd, 4) } 'four workers are there, and free';
my $before = holdings($httpd);

# Clients go on all the while; an answer is right, or says that there is none.
my $mixed = 0;
my $answered = 0;

sub under_load(&) {
    my ($trouble) = @_;
    my $load = load_begin('-p', $httpd->{port}, '-c', 8, '-s', 3,
        '/app.py/token');
    $trouble->();
    my $seen = load_end($load);
    $mixed += $seen->{mixed};
    $answered += $seen->{answered};
}

sub serves { ($httpd->who->{pid} // 0) > 0 }

# By another script, since one child may have all workers of the first. What a
# child has accepted before it froze gets no answer.
sub serves_another {
    my $http = $httpd->open_request('/other.py');
    IO::Select->new($http->{socket})->can_read(2) or return;
    my $answer = $http->response or return;
    return $answer->{status} == 200;
}

# With all that an instance has, so that a new worker can be had, too.
sub is_whole { glob("$httpd->{root}/r/*/p/owners.lock") && serves() }

sub kill_persistd {
    my $old = $httpd->persistd // return;
    kill 'KILL', $old;
    wait_for { ($httpd->persistd // $old) != $old };
}

# No page of /dev/shm is free; a child and persistd begin anew nevertheless.
under_load {
    my $filler = fill('/dev/shm');
    kill 'KILL', ($httpd->children)[0];
    kill_persistd();
    becomes { serves() } 'with a full /dev/shm requests are answered';
    unlink $filler or die $!;
};

# There is no room for the table that takes the lost one's place.
my $filler;
under_load {
    $filler = fill('/dev/shm');
    my @files = $httpd->runtime_files;
    # A worker that makes its socket meanwhile keeps rm from removing a folder.
    wait_for { system('rm', '-rf', @files) == 0 } or die 'rm';
};
unlink $filler or die $!;
becomes { is_whole() } 'an instance that was removed is made anew';

under_load {
    my ($lock) = glob "$httpd->{root}/r/*/p/owners.lock" or die 'no lock';
    unlink $lock or die $!;
};
becomes { is_whole() } 'and so is one whose lock was removed';

# A frozen child keeps what it has, and is no obstacle to the others.
under_load {
    my $child = ($httpd->children)[0];
    kill 'STOP', $child;
    becomes { serves_another() } 'while a child is frozen others answer';
    kill_persistd();
    becomes { serves_another() } 'also with another persistd';
    kill 'CONT', $child;
};
becomes { serves() } 'and when it goes on, they are answered as ever';

my $frozen = $httpd->persistd;
under_load { kill 'STOP', $frozen };
becomes { !is_alive($frozen) && serves() } 'a frozen persistd is replaced', 90;

under_load {
    my $full = fill("$httpd->{root}/disk");
    kill 'KILL', ($httpd->workers)[0];
    becomes { serves() } 'a full disk of the error log stops nobody';
    unlink $full or die $!;
};

# Another server has the same PersistRuntimeDir, and dies without tidying up.
under_load {
    my $other = Persist::Httpd->new(
        conf => "${conf}PersistRuntimeDir $httpd->{root}/r\n")->start;
    ok $other->who->{pid}, 'a second server shares the runtime directory';
    kill 'KILL', $other->{pid};
    becomes { !$other->workers } 'and dies', STOPPED;
};

cmp_ok $answered, '>', 100, "meanwhile requests were answered ($answered)";
is $mixed, 0, 'none by another one\'s answer';

touch_children($httpd);
becomes { is_at_rest($httpd, 4) } 'four workers are there again, and free';
holds_no_more($httpd, $before,
    'processes, sockets and descriptors are as they were');
ok $httpd->stop, 'httpd stops';
is_deeply [$httpd->runtime_files], [], 'and leaves no file';
is_deeply [glob '/dev/shm/*'], [], 'nor shared memory';
done_testing;
