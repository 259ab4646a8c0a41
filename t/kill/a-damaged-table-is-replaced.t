# SPDX-License-Identifier: Apache-2.0
# What runs as httpd's User may truncate the shared table, or write into it.
# Who has it mapped may die of that, and nobody else. What persistd can write anew
# stays; a persistd that was killed meanwhile cannot.
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

# Each with whether it can be mended.
my @damages = (
    ['truncated to nothing', 0, sub { truncate $_[0], 0 or die $! }],
    ['truncated to half', 0, sub { truncate $_[0], (-s $_[0]) / 2 or die $! }],
    ['with a size word too large', 1,
        sub { overwrite($_[0], 0, pack 'Q', 1 << 40) }],
    ['with a size word too small', 1,
        sub { overwrite($_[0], 0, pack 'Q', 4096) }],
    ['of no layout', 1, sub { overwrite($_[0], 64, "\0" x 8) }],
);

# The size word and what stands in the header for good.
sub head {
    my ($path) = @_;
    open my $file, '<:raw', $path or return '';
    read $file, my $head, 64 + 44 or die $!;
    return $head;
}

sub heals {
    my ($httpd, $name, $old, $do) = @_;
    my $table = table($httpd);
    my $head = head($table);
    $do->($table);
    becomes { head($table) eq $head } "a table $name is written anew";
    is pid($httpd), $old, 'the same worker answers';
}

# A child may die with the request in it.
sub pid { my ($httpd) = @_; return eval { $httpd->who->{pid} } // 0 }

sub recovers {
    my ($httpd, $name, $old) = @_;
    my $new;
    becomes { $new = pid($httpd); $new && $new != $old }
        "a table $name: a new worker answers";
    becomes { !(grep { pid($httpd) != $new } 1 .. 20) && !$httpd->without_table }
        'through every child';
    becomes { $httpd->get('/plain.txt')->{status} == 200 }
        'other things are served';
}

# The second one's persistd stands still, so that nobody can look at the table
# before the next one comes.
my ($httpd, $blind) = map {
    Persist::Httpd->new(conf => "PersistWorkers 0 1\n") } 1, 2;
for ($httpd, $blind) {
    my $site = "$_->{root}/site";
    system('cp', "$site/app.py", "$site/plain.txt") == 0 or die 'cp';
    $_->start;
}

sub damage_blindly {
    my ($do) = @_;
    my ($table, $persistd) = (table($blind), $blind->persistd);
    kill 'STOP', $persistd;
    $do->($table);
    kill 'KILL', $persistd;
}

for my $damage (@damages) {
    my ($name, $mends, $do) = @$damage;
    my ($old, $old_blind) = map { pid($_) } $httpd, $blind;
    $do->(table($httpd)) if !$mends;
    damage_blindly($do);
    heals($httpd, "that is $name", $old, $do) if $mends;
    recovers($httpd, "that is $name", $old) if !$mends;
    recovers($blind, "left by a killed persistd and $name", $old_blind);
}

for ([graceful => $httpd], [restart => $blind]) {
    my ($way, $server) = @$_;
    my $old = pid($server);
    truncate table($server), 0 or die $!;
    ok $server->$way, "httpd does a $way";
    recovers($server, "truncated before a $way", $old);
}

ok $httpd->wait_log(qr/PERSIST5004: .*overwritten/), 'the log says what it was';
ok $blind->wait_log(qr/PERSIST5004: the table of the persistd before/),
    'also where nobody lived to see it';
for ($httpd, $blind) {
    ok $_->stop, 'httpd stops';
    is_deeply [$_->runtime_files], [], 'and leaves no file';
}

done_testing;
