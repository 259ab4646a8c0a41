# SPDX-License-Identifier: Apache-2.0
# persistctl of root, of a script's owner, and of anybody else.
use v5.30;
use warnings;
use IO::Socket::UNIX;
use Persist::Ctl qw(ctl_begin ctl_end);
use Persist::Httpd;
use Persist::Wait 'becomes';
use POSIX qw(lchown setgid setuid);
use Test::More;

my ($owner, $stranger) = map { scalar getpwnam $_ } 'daemon', 'bin';
my $group_id = (getpwnam 'nobody')[3];
my $group = getgrgid $group_id;
my $httpd = Persist::Httpd->new(
    conf => "User nobody\nGroup $group\nPersistWorkers 0 1\n")->start;
my $script = "$httpd->{root}/site/app.py";
chown $owner, -1, $script or die $!;
my $pid = $httpd->who->{pid};

# persistctl as this user, who has no groups.
sub become {
    my ($uid) = @_;
    $) = "$group_id $group_id";
    setgid($group_id) && setuid($uid) or die $!;
}

sub as_begin {
    my ($uid, @words) = @_;
    my $child = open my $out, '-|';
    defined $child or die $!;
    if (!$child) {
        become($uid);
        my $answer = ctl_end(ctl_begin($httpd, @words));
        print "$answer->{status} $answer->{said}";
        close STDOUT;
        POSIX::_exit(0);
    }
    return $out;
}

sub as_end {
    my ($out) = @_;
    local $/;
    return scalar <$out>;
}

sub as { as_end(as_begin(@_)) }

for my $order (qw(stop start restart reload drain)) {
    like as($stranger, $order, $script), qr/^1 .*only the script's owner/,
        "$order by a stranger is refused";
}
is $httpd->who->{pid}, $pid, 'and nothing happens';
my $unused = "$httpd->{root}/site/unused.py";
system('cp', $script, $unused) == 0 or die 'cp';
chown $owner, -1, $unused or die $!;
like as($stranger, 'stop', $unused), qr/^1 .*only the script's owner/,
    'he is told the same of a script that has no pool';
mkdir "$httpd->{root}/closed", 0700 or die $!;
like as($stranger, 'stop', "$httpd->{root}/closed/app.py"),
    qr/^1 .*only the script's owner/, 'and of what he can not look at';
like as($owner, 'stop', $unused), qr/^1 .*it has no workers yet/,
    'its owner learns more';
like as(0, 'stop', $unused), qr/^1 .*it has no workers yet/,
    'and so does root';
like as($_, 'stop', "$unused.gone"), qr/^1 .*no such file/,
    "what is not there is nobody's ($_)"
    for $stranger, 0;
like as($stranger, 'status'),
    qr{^0 .*none of yours; .* \(PersistRuntimeDir $httpd->{root}/r\)}s,
    'he sees no pool';
like as($stranger, 'pid', $script), qr/^1 .*that you may see/, 'nor its pid';
is $httpd->get('/unused.py')->{status}, 200, 'the other script is used';
like as($owner, 'pid', $unused), qr/^0 \d+$/, 'and its owner sees it';
my $link = "$httpd->{root}/link.py";
symlink $script, $link or die $!;
lchown $stranger, -1, $link or die $!;
like as($stranger, 'stop', $link), qr/^1 .*only the script's owner/,
    'a link of his own does not help him';

is as($owner, 'pid', $script), "0 $pid\n", 'the owner sees his';
like as($owner, 'stop', $script), qr/^0 .*stopped \(1 worker\)/,
    'and may stop it';
is $httpd->get('/app.py')->{status}, 503, 'it is stopped';
like as($owner, 'start', $script), qr/^0 .*started/, 'and start it';
like as(scalar getpwnam("nobody"), 'drain', $script), qr/^0 .*drained/,
    'httpd\'s User may';
$httpd->who;
like as(0, 'restart', $script), qr/^0 .*restarted \(1 worker\)/, 'so may root';

# Whoever waits for his orders takes nobody's place.
chmod 01777, $httpd->{root} or die $!; # the worker leaves a file there
my $held = $httpd->hold('/app.py');
my @drains = map { as_begin($owner, 'drain', $script) } 1 .. 9;
becomes { (() = $httpd->log =~ /drain, by order of uid $owner\b/g) == 8 }
    'of nine orders eight are taken';
my $said = as($owner, 'drain', $script);
like $said, qr/^1 .*too many orders at a time/, 'and no other after them';
like as(0, 'pid', $script), qr/^0 $held->{worker}\n/, 'and others are heard';
$httpd->release($held);
my @done = grep { /^0 .*drained/ } map { as_end($_) } @drains;
is scalar @done, 8, 'these are carried out';

# Who connects as often as he can, and says nothing; until the end is closed.
sub crowd {
    my ($uid) = @_;
    my ($admin) = glob "$httpd->{root}/r/*/admin";
    pipe my $hold, my $end or die $!;
    my $child = open my $out, '-|';
    defined $child or die $!;
    if (!$child) {
        close $end;
        become($uid);
        my @links = map { IO::Socket::UNIX->new(Peer => $admin) } 1 .. 64;
        syswrite STDOUT, @links . "\n";
        sysread $hold, my $never, 1;
        POSIX::_exit(0);
    }
    return { out => $out, end => $end, count => scalar <$out> };
}

my $crowd = crowd($stranger);
is $crowd->{count}, "64\n", 'a stranger fills the socket';
like as($owner, 'status'), qr/^0 .*app\.py/s, 'another one is heard';
like as(0, 'status'), qr/^0 .*app\.py/s, 'so is root';
delete $crowd->{end};

# The file says whose it is now, without an order or a request.
$httpd->who;
chown $stranger, -1, $script or die $!;
becomes { as($stranger, 'pid', $script) =~ /^0 \d/ }
    'who gets the file sees its workers';
like as($owner, 'pid', $script), qr/^1 .*that you may see/,
    'who has given it away does not';
like as($owner, 'drain', $script), qr/^1 .*only the script's owner/,
    'who has given the file away may no longer';
like as($stranger, 'drain', $script), qr/^0 .*drained/, 'who has it may';

ok $httpd->stop, 'httpd stops';
done_testing;
