# SPDX-License-Identifier: Apache-2.0
# What runs as httpd's User may truncate the shared table, or write into it.
# Who has it mapped may die of that, and nobody else.
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Process 'mapped_files';
use Persist::Wait qw(becomes wait_for);
use Test::More;

$ENV{PERSIST_DUMPABLE} = 1; # for a look into persistd

# A persistd whose table is damaged ends, and its successor has to come up.
sub table {
    my ($httpd) = @_;
    return wait_for {
        my $persistd = $httpd->persistd // return;
        (grep { m{^/dev/shm/} } mapped_files($persistd))[0];
    };
}

# APR's size word, and the magic number at the next line of 64 bytes.
sub overwrite {
    my ($path, $offset, $bytes) = @_;
    open my $file, '+<:raw', $path or die "$path: $!";
    sysseek $file, $offset, 0 or die $!;
    syswrite $file, $bytes or die $!;
}

my @damages = (
    ['truncated to nothing', sub { truncate $_[0], 0 or die $! }],
    ['truncated to half', sub { truncate $_[0], (-s $_[0]) / 2 or die $! }],
    ['with a size word too large', sub { overwrite($_[0], 0, pack 'Q', 1 << 40) }],
    ['with a size word too small', sub { overwrite($_[0], 0, pack 'Q', 4096) }],
    ['of no layout', sub { overwrite($_[0], 64, "\0" x 8) }],
);

my $httpd = Persist::Httpd->new(conf => "PersistWorkers 0 1\n");
system('cp', "$httpd->{root}/site/app.py", "$httpd->{root}/site/plain.txt") == 0
    or die 'cp';
$httpd->start;

# A child may die with the request in it.
sub pid { eval { $httpd->who->{pid} } // 0 }

sub recovers {
    my ($name, $old) = @_;
    my $new;
    becomes { $new = pid(); $new && $new != $old }
        "a table $name: a new worker answers";
    becomes { !(grep { pid() != $new } 1 .. 20) && !$httpd->without_table }
        'through every child';
    becomes { $httpd->get('/plain.txt')->{status} == 200 }
        'other things are served';
}

for my $damage (@damages) {
    my ($name, $do) = @$damage;
    my $old = pid();
    my $table = table($httpd);
    $do->($table);
    recovers("that is $name", $old);
}

# Nobody could look at it before the next one comes.
for my $damage (@damages) {
    my ($name, $do) = @$damage;
    my ($old, $table) = (pid(), table($httpd));
    my $persistd = $httpd->persistd;
    kill 'STOP', $persistd;
    $do->($table);
    kill 'KILL', $persistd;
    recovers("left by a killed persistd and $name", $old);
}

for my $way (qw(graceful restart)) {
    my $old = pid();
    truncate table($httpd), 0 or die $!;
    ok $httpd->$way, "httpd does a $way";
    recovers("truncated before a $way", $old);
}

ok $httpd->wait_log(qr/PERSIST5004: .*overwritten/), 'the log says what it was';
ok $httpd->wait_log(qr/PERSIST5004: the table of the persistd before/),
    'also where nobody lived to see it';
ok $httpd->stop, 'httpd stops';
is_deeply [$httpd->runtime_files], [], 'and leaves no file';

done_testing;
