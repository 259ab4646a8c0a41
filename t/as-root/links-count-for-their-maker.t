# SPDX-License-Identifier: Apache-2.0
# Half of PersistMaxPools is one user's: his are the links that he has made, and
# not what others have linked to. So it is with BufferShare.
use v5.30;
use warnings;
use JSON::PP;
use Persist::Httpd;
use POSIX 'lchown';
use Test::More;

my ($owner, $hostile) = map { scalar getpwnam $_ } 'daemon', 'bin';
my $group = getgrgid +(getpwnam 'nobody')[3];

# A server with two places for each, and a site of each. In one child, which counts
# what is in temporary files.
sub begin {
    my $httpd = Persist::Httpd->new(conf => <<"END");
User nobody
Group $group
PersistWorkers 0 1
PersistMaxPools 4
PersistBuffer 16M off
PersistCeiling BufferShare 1M
StartServers 1
ServerLimit 1
MaxRequestWorkers 25
END
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

# More than a half of BufferShare goes to a file. Its length is known where httpd has
# gathered the whole body.
my $piece = sprintf "%x\r\n%s\r\n", 900_000, 'x' x 900_000;
my @BODY = (method => 'POST', headers => ['Transfer-Encoding', 'chunked'],
    body => "${piece}0\r\n\r\n");

sub gathers {
    my ($httpd, $script) = @_;
    my $answer = $httpd->get("$script/env", @BODY);
    return exists decode_json($answer->{body})->{CONTENT_LENGTH};
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
    my @links = $make->($httpd);
    my @held = ($httpd->hold($links[0], @BODY), $httpd->hold($links[1]));
    is $httpd->get('/his/app.py')->{status}, 200,
        "$name to his scripts take nothing of their owner's";
    is $httpd->get('/hostile/app.py')->{status}, 503,
        'but of who has made them';
    ok $httpd->wait_log(qr/PERSIST2005: .*hostile/), 'the log says so';
    ok gathers($httpd, '/his/app.py'), 'nor of his room for bodies';
    $httpd->release($held[1]);
    is $held[1]{http}->response->{status}, 200, 'one of them is done';
    ok !gathers($httpd, '/hostile/app.py'), 'while who has made them has no more';
    pop @held;
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
