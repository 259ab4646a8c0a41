# SPDX-License-Identifier: Apache-2.0
# Half of PersistMaxPools is one user's: his are the links that he has made, and
# not what others have linked to.
use v5.30;
use warnings;
use Persist::Httpd;
use POSIX 'lchown';
use Test::More;

my ($owner, $hostile) = map { scalar getpwnam $_ } 'daemon', 'bin';
my $group = getgrgid +(getpwnam 'nobody')[3];

# A server with two places for each, and a site of each.
sub begin {
    my $httpd = Persist::Httpd->new(conf =>
            "User nobody\nGroup $group\nPersistWorkers 0 1\nPersistMaxPools 4\n");
    my $site = "$httpd->{root}/site";
    chmod 01777, $httpd->{root} or die $!; # workers leave files there
    mkdir "$site/$_" or die $! for qw(his hostile);
    system('cp', "$site/app.py", "$site/$_") == 0 or die 'cp'
        for qw(his hostile);
    chown $owner, -1, "$site/his", "$site/his/app.py";
    chown $hostile, -1, "$site/hostile", "$site/hostile/app.py";
    return $httpd->start;
}

sub soft {
    my ($httpd, $target, $name) = @_;
    my $link = "$httpd->{root}/site/hostile/$name";
    symlink $target, $link or die $!;
    lchown $hostile, -1, $link or die $!;
    return "/hostile/$name";
}

sub hard {
    my ($httpd, $target, $name) = @_;
    link "$httpd->{root}/site/his/$target", "$httpd->{root}/site/hostile/$name"
        or die $!;
    return "/hostile/$name";
}

for my $way (
    ['symbolic links', sub { map { soft($_[0], '../his/app.py', $_) } qw(a.py b.py) }],
    ['hard links', sub { map { hard($_[0], 'app.py', $_) } qw(a.py b.py) }],
    [
        'links to directories',
        sub { map { soft($_[0], '../his', $_) . '/app.py' } qw(a b) }
    ])
{
    my ($name, $make) = @$way;
    my $httpd = begin();
    my @held = map { $httpd->hold($_) } $make->($httpd);
    is $httpd->get('/his/app.py')->{status}, 200,
        "$name to his scripts take nothing of their owner's";
    is $httpd->get('/hostile/app.py')->{status}, 503,
        'but of who has made them';
    ok $httpd->wait_log(qr/PERSIST2005: .*hostile/), 'the log says so';
    $httpd->release($_) for @held;
    is $_->{http}->response->{status}, 200, 'they are served' for @held;
    ok $httpd->stop, 'httpd stops';
}

# Who serves his scripts by links of the administrator's has what is his.
my $httpd = begin();
symlink 'his', "$httpd->{root}/site/$_" or die $! for qw(a b);
my @held = map { $httpd->hold("/$_/app.py") } qw(a b);
is $httpd->get('/his/app.py')->{status}, 503, q(root's links are nobody's trick);
is $httpd->get('/hostile/app.py')->{status}, 200, 'others have what is theirs';
$httpd->release($_) for @held;
$_->{http}->response for @held;
ok $httpd->stop, 'httpd stops';

done_testing;
