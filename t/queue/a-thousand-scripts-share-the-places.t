# SPDX-License-Identifier: Apache-2.0
# More scripts of one owner than there are workers, and than there are pools,
# with the numbers of both that a server has by itself.
use v5.30;
use warnings;
use IO::Select;
use Persist::Http;
use Persist::Httpd;
use Test::More;

plan skip_all => 'there is no worker in C' if !-x ($ENV{PERSIST_T_HELLO} // '');

# Each worker serves for a second at least: with all of them this takes most of
# a minute, so under one MPM only.
my $few = $ENV{PERSIST_T_SHORT} || $ENV{PERSIST_T_SANITIZED}
    || $ENV{PERSIST_T_MPM} ne 'event';
my $scripts = $few ? 150 : 1000;
my $httpd = Persist::Httpd->new(conf => <<'CONF')->start;
<Directory ROOT/site/many>
    SetHandler persist-script
</Directory>
CONF

# Half of the threads of a process: so many may wait for a slow persistd there,
# and all connections may be of one process.
my $connections = 12;
my $site = "$httpd->{root}/site/many";
mkdir $site or die $!;
system('cp', $ENV{PERSIST_T_HELLO}, "$site/0") == 0 or die 'cp';
for my $n (1 .. $scripts - 1) {
    link "$site/0", "$site/$n" or die $!;
}

# Asks for all of them; answers by status.
sub ask_all {
    my @left = map { "/many/$_" } 0 .. $scripts - 1;
    my $select = IO::Select->new;
    my (%asks, %count);
    for my $http (map { Persist::Http->new($httpd->{port}) } 1 .. $connections) {
        $asks{ $http->{socket} } = $http->request('GET', shift @left);
        $select->add($http->{socket});
    }
    while ($select->count && (my @ready = $select->can_read(60))) {
        for my $socket (@ready) {
            my $http = $asks{$socket};
            my $answer = $http->response // {};
            my ($status, $body) = $answer->@{qw(status body)};
            $count{ $status // 'none' }++;
            $count{mixed}++ if ($status // 0) == 200 && $body ne "hello\n";
            @left ? $http->request('GET', shift @left) : $select->remove($socket);
        }
    }
    return \%count;
}

is_deeply ask_all(), { 200 => $scripts }, 'each of many scripts answers';
is_deeply ask_all(), { 200 => $scripts }, 'and again';
my %told = map { $_ => 1 } $httpd->log =~ /(PERSIST(?!2006)\d+)/g;
is_deeply \%told, {}, 'and the log tells at most that some have waited';

ok $httpd->stop, 'httpd stops';
done_testing;
