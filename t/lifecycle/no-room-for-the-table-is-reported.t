# SPDX-License-Identifier: Apache-2.0
# /dev/shm is full: any local user can see to that.
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Process 'mapped_files';
use Persist::Room qw(room_path room_words);
use Persist::Wait qw(becomes wait_for);
use Test::More;

$ENV{PERSIST_DUMPABLE} = 1; # for a look into persistd

my $page = 4096;
room_words($page) or plan skip_all => 'may not mount a /dev/shm of its own';
my $conf = <<'END';
PersistWorkers 0 1
LogFormat "%U %D" times
CustomLog ROOT/times times
END
$conf .= "User www-data\nGroup www-data\n"
    if $ENV{PERSIST_T_SUITE} eq 'as-root';

sub httpd_with {
    my ($pages) = @_;
    return Persist::Httpd->new(
        conf => $conf, under => [room_words($pages * $page)]);
}

sub table { (grep { m{^/dev/shm/} } mapped_files($_[0]->persistd))[0] =~ s{.*/}{}r }

# Pages that a table takes.
my $pages = do {
    my $httpd = httpd_with(1 << 20)->start;
    my $size = -s room_path($httpd->{pid}) . '/' . table($httpd);
    ok $httpd->stop, 'a server with much room stops';
    int(($size + $page - 1) / $page);
};

my $wanted = qr/PERSIST5004: .* takes (\d+) bytes .* and (\d+) are free/;
for my $few (0, 1, $pages - 1) {
    my $httpd = httpd_with($few);
    isnt $httpd->command('-k', 'start'), 0,
        "room for $few of $pages pages is not enough to start";
    like $httpd->output, $wanted, 'the terminal says PERSIST5004';
    my ($takes, $free) = $httpd->output =~ $wanted;
    is int(($takes + $page - 1) / $page), $pages, 'what is wanted';
    is $free, $few * $page, 'and what there is';
    isnt $httpd->command('-t'), 0, 'so does httpd -t';
    becomes { !$httpd->processes } 'httpd does not start';
    is_deeply [$httpd->runtime_files], [], 'and leaves no file';
}

my $closed = Persist::Httpd->new(conf => $conf, under => [room_words(undef)]);
$closed->command('-k', 'start');
ok $closed->wait_log(qr{PERSIST5004: .*Permission denied: /dev/shm has to be}),
    'where nobody may write, the log names the place';
becomes { !$closed->processes } 'and httpd does not go on';

# As much as it takes is enough, also to go on with another persistd.
my $httpd = httpd_with($pages)->start;
my $worker = $httpd->who->{pid};
ok $worker, "room for $pages pages is enough";
{
    local $httpd->{under} = [room_words($page)];
    is $httpd->command('-t'), 0, 'while it runs, httpd -t looks for no more';
}
ok $httpd->graceful, 'and a graceful restart needs none';
kill 'KILL', my $old = $httpd->persistd;
becomes { ($httpd->persistd // $old) != $old } 'a killed persistd is replaced';
is $httpd->who->{pid}, $worker, 'without more room';
ok $httpd->stop, 'it stops';

# A new table beside the old one, which httpd's children have mapped: somebody
# has left one page too few.
$httpd = httpd_with(4 * $pages);
system('cp', "$httpd->{root}/site/app.py", "$httpd->{root}/site/plain.txt") == 0
    or die 'cp';
$httpd->start;
$worker = $httpd->who->{pid};
my $shm = room_path($httpd->{pid});
open my $file, '>', "$shm/filler" or die $!;
print $file "x" x ((2 * $pages + 1) * $page);
close $file or die $!;
my @children = $httpd->children;
unlink "$shm/" . table($httpd) or die $!;
ok $httpd->wait_log($wanted), 'no room while httpd runs is PERSIST5004';
is((($httpd->log =~ $wanted)[1]), ($pages - 1) * $page, 'for one page');
unlike $httpd->log, qr/PERSIST5005/, 'which sends nobody to look elsewhere';
is $httpd->get('/plain.txt')->{status}, 200, 'other things are served';
is $httpd->get('/app.py')->{status}, 503, 'scripts are not';
ok $httpd->wait_log(qr/PERSIST3004/), 'since persistd is not there';
unlike $httpd->log, qr/PERSIST3005/, 'and not since httpd is going';
is_deeply [grep { my $pid = $_; grep { $_ == $pid } $httpd->children } @children],
    \@children, 'no child has died';

# A child that never had a table waits for one while it is young, and no longer.
# One of the old children keeps the old table, so there is still no room.
# How long one of httpd's threads takes for an answer says httpd's own log.
sub times_taken {
    return map { m{^/app\.py (\d+)$} ? $1 / 1e6 : () }
        split /\n/, Persist::Httpd::slurp("$httpd->{root}/times");
}

sub refused_at_once {
    my $before = times_taken();
    return if $httpd->get('/app.py')->{status} != 503;
    my @times;
    wait_for { @times = times_taken(); @times > $before };
    return @times > $before && $times[-1] < 0.5;
}
my ($old_child, @others) = @children;
kill 'STOP', $old_child;
kill 'KILL', @others;
becomes { grep { my $pid = $_; !grep { $_ == $pid } @children } $httpd->children }
    'a new child comes';
becomes { !grep { !refused_at_once() } 1 .. 20 }
    'it soon answers without waiting for a table';
is $httpd->get('/plain.txt')->{status}, 200, 'other things are served';
kill 'CONT', $old_child;
truncate "$shm/filler", 0 or die $!;
becomes { my $new = $httpd->who->{pid}; $new && $new != $worker }
    'as soon as there is room, they are', 90;
ok $httpd->stop, 'httpd stops';
is_deeply [$httpd->runtime_files], [], 'and leaves no file';

done_testing;
