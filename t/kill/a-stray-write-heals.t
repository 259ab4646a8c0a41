# SPDX-License-Identifier: Apache-2.0
# Every script of a server can write into its table. Each word that slots_layout.h
# has is overwritten (slots/tests/stray.c), of a script at rest and of one whose
# requests wait. No other script fails for it, and the script itself is whole within
# seconds.
use v5.30;
use warnings;
use IPC::Open2;
use Persist::Httpd;
use Persist::Load qw(load_begin load_end load_or_skip);
use Persist::Process qw(command_line mapped_files);
use Persist::Wait qw(becomes wait_for);
use Test::More;

my $program = "$ENV{PERSIST_T_STAGE}/stray";
load_or_skip();
plan skip_all => 'stray is not built' if !-x $program;
$ENV{PERSIST_DUMPABLE} = 1; # for a look into persistd

use constant VALUES => (qw(0 1 + - next ones),
    $ENV{PERSIST_T_LONG} ? qw(low high) : ());

# Words that are overwritten together, of a script of their own. The harmless ones of
# a row are together, too.
my @groups = (
    (map { ["slot.$_"] }
        qw(incarnation pool run version features leaving sound entry state)),
    ['pool.state'], ['pool.version'], ['pool.slots'],
    ['pool.key_high', 'pool.key_low'],
    ['pool.cells', 'pool.cells_used'],
    [map { "pool.$_" } qw(script slot_count workers workers_max ahead together)],
    ['bucket.key_high', 'bucket.key_low'], ['bucket.pool'],
    ['unit.word'], ['hint.free'],
);

my $httpd = Persist::Httpd->new(conf => <<'END');
PersistWorkers 1 1
PersistMaxWorkers 150
PersistMaxPools 150
PersistQueue 50 20s
PersistCeiling OwnerShare 150
PersistRequestTimeout off 10s
<LocationMatch "hint">
    PersistConcurrency 20
    PersistThreads 20
</LocationMatch>
<IfModule !mpm_prefork_module>
    ServerLimit 8
    MaxRequestWorkers 200
</IfModule>
<IfModule mpm_prefork_module>
    ServerLimit 200
    MaxRequestWorkers 200
</IfModule>
END

sub path { "$httpd->{root}/site/$_[0]" }

# Scripts by their names, each with its words.
sub victims {
    my ($way, %kind) = @_;
    my @harmless = grep { $kind{$_} eq 'harmless' } sort keys %kind;
    my %victims = map { ("$way-" . $_->[0] =~ tr/./-/r . '.py' => $_) } @groups;
    for my $part (qw(slot pool)) {
        $victims{"$way-$part.py"} = [grep { /^$part\./ } @harmless];
    }
    return %victims;
}

sub ask {
    my ($stray, $line) = @_;
    print { $stray->{in} } "$line\n";
    my $answer = readline $stray->{out};
    chomp $answer;
    return $answer;
}

sub open_stray {
    $httpd->start;
    my ($table) = grep { m{^/dev/shm/} } mapped_files($httpd->persistd);
    my %stray;
    open2(@stray{qw(out in)}, $program, $table);
    return \%stray;
}

my $stray = open_stray();
my %kind = map { split /=/ } split / /, ask($stray, 'list');
my @global = grep { /^header\./ } sort keys %kind;
my %resting = victims('rests', %kind);
my %busy = victims('waits', %kind);
my %hit = (%resting, %busy);
my @others = map { "other$_.py" } 1 .. 3;
my @scripts = (sort(keys %hit), @others);

is_deeply [sort @global, 'owner.waiting', keys %{ { map { ($_ => 1) }
    map { @$_ } values %hit } }], [sort keys %kind], 'each word is overwritten';

link path('app.py'), path($_) or die $! for @scripts;

# The script that this worker runs.
sub script_of { ((command_line($_[0]))[-1] // '') =~ s{.*/}{}r }

sub pools {
    my $status = $httpd->status or return;
    return map { ($_->{script} =~ s{.*/}{}r => $_) } @{ $status->{pools} };
}

sub is_whole {
    my ($pool) = @_;
    my @ready = grep { $_->{state} eq 'ready' } @{ $pool->{workers} };
    return @ready == 1 && !$ready[0]{busy} && !$pool->{waiting};
}

# Those of these scripts that do not have what they had, in the end.
sub broken {
    my @names = @_;
    my @left;
    wait_for {
        my %pools = pools() or return;
        @left = grep { !$pools{$_} || !is_whole($pools{$_}) } @names;
        return !@left;
    } 5;
    return @left;
}

# Those that do not answer, or by another script's worker. Some are asked at a time.
sub silent {
    my @names = @_;
    my @silent;
    while (my @some = splice @names, 0, 8) {
        my %asked = map { ($_ => $httpd->open_request("/$_/who")) } @some;
        for my $name (@some) {
            my $answer = $asked{$name}->response // { status => 0, body => '' };
            push @silent, "$name: $answer->{status}" if $answer->{status} != 200
                || script_of($answer->{body} =~ /"pid": (\d+)/) ne $name;
        }
    }
    return @silent;
}

sub mark { "$httpd->{root}/ran-$_[0]-$_[1]" }

# The worker of each is held, and another request waits.
sub make_busy {
    my ($round, @names) = @_;
    my %held = map { my $file = "$httpd->{root}/hold-$round-$_"; ($_ => {
        file => $file, http => $httpd->open_request("/$_/hold?file=$file") })
    } @names;
    wait_for { !grep { !-e "$_->{file}.in" } values %held } or die 'no hold';
    for my $name (@names) {
        $held{$name}{waits} = $httpd->open_request(
            "/$name/ran?mark=x&file=" . mark($round, $name));
    }
    wait_for { my %pools = pools();
        !grep { !$pools{$_}{waiting} && !/hint/ } @names } or die 'no waiter';
    return \%held;
}

# Ends what was held: the answers to those that waited. None has run twice, and one
# that was answered has run.
sub end_busy {
    my ($round, $held) = @_;
    for my $name (keys %$held) {
        open my $file, '>', "$held->{$name}{file}.go" or die $!;
    }
    my %status;
    for my $name (sort keys %$held) {
        my ($first, $second) = map { $_->response // { status => 0 } }
            @{ $held->{$name} }{qw(http waits)};
        my $runs = length(Persist::Httpd::slurp(mark($round, $name))) / 2;
        $status{$name} = $second->{status};
        fail "$round: $name: $status{$name}, and it ran $runs times"
            if $runs > 1 || ($status{$name} == 200 && $runs != 1);
    }
    return \%status;
}

# Hundred requests to each of these, or of the others.
sub others_fail {
    my @wrong;
    for my $name (@_ ? @_ : @others) {
        my $load = load_end(load_begin('-p', $httpd->{port}, '-c', 4, '-n', 100,
            "/$name/token"));
        push @wrong, "$name: $load->{failed} failed, $load->{mixed} mixed"
            if $load->{answered} != 100;
        push @wrong, map { "$name: pid $_" }
            grep { script_of($_) ne $name } @{ $load->{pids} };
    }
    return @wrong;
}

# Writes to words ("FIELD ROW"), and waits until persistd has written those anew
# that match: they have one value alone.
sub overwrite {
    my ($value, $match, @words) = @_;
    my @watched = grep { /$match/ } @words;
    my $look = sub { join ' ', map { ask($stray, "$_ same") } @watched };
    my $right = $look->();
    ask($stray, "$_ $value") for @words;
    return wait_for { $look->() eq $right };
}

sub words_of {
    my ($name, $pool) = @_;
    my ($worker) = @{ $pool->{workers} };
    return map { "$_ " . (/^(?:pool|bucket)/ ? $pool->{pool} : $worker->{slot}) }
        @{ $hit{$name} };
}

is_deeply [silent(@scripts)], [], 'all scripts answer';
my ($persistd, $round) = ($httpd->persistd, 0);
for my $value (VALUES) {
    my $held = make_busy(++$round, keys %busy);
    my %pools = pools();
    ok overwrite($value, qr/^pool\.version /,
        map { words_of($_, $pools{$_}) } sort keys %hit),
        "$value: words of scripts are overwritten, and written anew";
    is_deeply [others_fail()], [], "$value: the other scripts answer";
    my $status = end_busy($round, $held);
    is_deeply [grep { $_ != 200 } @$status{qw(waits-pool.py waits-slot.py)}], [],
        "$value: requests that wait are answered";
    is_deeply [broken(sort keys %hit)], [], "$value: each has what it had";
    is_deeply [silent(sort keys %hit)], [], "$value: and answers";
    $held = make_busy(++$round, $others[0]);
    ok overwrite($value, qr/^header\.(?:phase|id) /, (map { "$_ 0" } @global),
        map { "owner.waiting $_" } 1 .. 4),
        "$value: so are those that all have in common";
    is_deeply [others_fail(@others[1, 2])], [],
        "$value: no script fails for them";
    end_busy($round, $held);
}
is_deeply [silent(@scripts)], [], 'all scripts answer';

is $httpd->persistd, $persistd, 'persistd is the same';
unlike $httpd->log, qr/exit signal/, 'and no child has died';
my @told = $httpd->log =~ /(PERSIST5004: .*)/g;
like $told[0] // '', qr/overwritten, .*: \S+ is written anew \(\d+ such/,
    'the log says which word it was';
cmp_ok scalar @told, '<=', 1 + (time - $^T) / 60, 'once a minute';
ok $httpd->stop, 'httpd stops';
is_deeply [$httpd->runtime_files], [], 'and leaves no file';

done_testing;
