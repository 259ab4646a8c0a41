# SPDX-License-Identifier: Apache-2.0
# A configuration without LoadModule, as a2dismod makes it, and back again.
use v5.30;
use warnings;
use Fcntl 'O_NONBLOCK';
use Persist::Httpd;
use Persist::Process qw(is_alive mapped_files);
use Persist::Wait qw(becomes wait_for STOPPED);
use Test::More;

$ENV{PERSIST_DUMPABLE} = 1; # for a look into persistd

sub slurp {
    my ($path) = @_;
    open my $file, '<', $path or die "$path: $!";
    local $/;
    return <$file>;
}

# The Unix sockets of a process on which a write may block.
sub blocking_sockets {
    my ($pid) = @_;
    my %unix = map { (split)[6] // '', 1 } split /\n/, slurp('/proc/net/unix');
    return grep {
        my ($inode) = (readlink "/proc/$pid/fd/$_" // '') =~ /^socket:\[(\d+)/;
        my ($flags) = Persist::Process::slurp("/proc/$pid/fdinfo/$_") =~
            /^flags:\s+(\d+)/m;
        $unix{ $inode // '' } && defined $flags && !(oct $flags & O_NONBLOCK);
    } map { m{(\d+)$} } glob "/proc/$pid/fd/*";
}

my $conf = "PersistWorkers 0 1\nPersistStopTimeout 60\n";
my $httpd = Persist::Httpd->new(conf => $conf)->start;
is_deeply [blocking_sockets($httpd->{pid})], [],
    'a persistd that hangs cannot hold httpd when STOP is written';
my $with = slurp($httpd->conf_file);
$httpd->configure('', unloaded => 1);
isnt slurp($httpd->conf_file), $with,
    'there is a configuration without the module';

# A signal's end. Until httpd's word reaches them, children of the old
# configuration accept connections.
sub renewed {
    my ($httpd, $way) = @_;
    my @old = $httpd->children;
    return $httpd->$way && wait_for { !grep { is_alive($_) } @old };
}

for my $way ('graceful', 'restart') {
    my $worker = $httpd->who->{pid};
    my $persistd = $httpd->persistd;
    my @shared = grep { m{^/dev/shm/} } mapped_files($persistd);
    is scalar @shared, 1, 'there is a table';
    $httpd->configure('', unloaded => 1);
    ok renewed($httpd, $way), "httpd goes on without the module after $way";
    becomes { !$httpd->ours } 'persistd and workers end', STOPPED;
    is_deeply [$httpd->runtime_files], [], 'and leave no file';
    ok !-e $shared[0], 'nor a table';
    is $httpd->get('/nothing')->{status}, 404, 'httpd serves';
    ok renewed($httpd, $way), "another $way";
    is $httpd->get('/nothing')->{status}, 404, 'changes nothing';

    $httpd->configure($conf);
    ok renewed($httpd, $way), 'the module comes back';
    my $new = $httpd->who->{pid} // 0;
    ok $new && $new != $worker, 'and has a new worker';
    my $next = $httpd->persistd;
    isnt $next, $persistd, 'of another persistd';
    ok renewed($httpd, $way), "one more $way";
    is_deeply [$httpd->persistd, $httpd->who->{pid}], [$next, $new],
        'keeps both';
}

# A request that runs when the module goes.
my $held = $httpd->hold('/app.py');
$httpd->configure('', unloaded => 1);
kill 'USR1', $httpd->{pid};
becomes { $httpd->get('/app.py')->{body} =~ /^#!|^import/m }
    'the next child of httpd has no module';
ok is_alive($held->{worker}), 'a worker finishes its request';
$httpd->release($held);
is $held->{http}->response->{status}, 200, 'which is answered';
becomes { !$httpd->ours } 'then it ends, and persistd', STOPPED;
ok $httpd->stop, 'httpd stops';

done_testing;
