# SPDX-License-Identifier: Apache-2.0
# Each program that a host runs takes a place of PersistMaxWorkers, as a worker
# of another script does. Hosts and workers give way to each other.
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Wait 'becomes';
use Test::More;

my $httpd = Persist::Httpd->new(conf => <<'END')->start;
PersistMaxWorkers 4
PersistWorkers 0 4
PersistQueue 100 600s
END
my $go = "$httpd->{root}/go";

sub touch {
    open my $file, '>', $_[0] or die $!;
}

sub marked {
    my ($name) = @_;
    open my $file, '<', "$httpd->{root}/$name" or return 0;
    return scalar(() = <$file>);
}

# A program that runs until $go is there. Its copies have hosts of their own.
sub program {
    my ($name) = @_;
    return $httpd->open_request(
        "/programs/$name.pl/grows?mib=1&mark=$httpd->{root}/$name&go=$go");
}

sub is_served {
    my ($name, $http) = @_;
    is $http->response->{status}, 200, "$name is served";
}

for my $copy (qw(one two)) {
    my $folder = "$httpd->{root}/site/programs";
    link "$folder/hostile.pl", "$folder/$copy.pl" or die $!;
}

# Requests in the queue of a script.
sub waiting {
    my ($end) = @_;
    my ($pool) = grep { $_->{script} =~ m{/\Q$end\E$} } @{ $httpd->status->{pools} };
    return $pool ? $pool->{waiting} : 0;
}

my @ones = map { program('one') } 1 .. 6;
becomes { marked('one') == 4 } 'programs take all places';
becomes { waiting('one.pl') == 2 } 'others of them wait';
my $worker = $httpd->open_request('/app.py');
my @twos = map { program('two') } 1 .. 2;
becomes { waiting('two.pl') == 2 && waiting('app.py') == 1 } 'and so do other scripts';
is marked('one') + marked('two'), 4, 'no more than the places run';
touch($go);
is_served('a waiting program', $_) for @ones;
is_served('one of another script', $_) for @twos;
is_served('a worker', $worker);

# An idle host, and what it had offered, is no obstacle.
is $httpd->get('/app.py')->{status}, 200, 'a worker serves';
unlink $go;
@ones = map { program('one') } 1 .. 3;
becomes { marked('one') == 9 } 'programs take the places of idle ones';
my @held = $httpd->hold('/app.py');
touch($go);
is_served('a program', $_) for @ones;
push @held, map { $httpd->hold('/app.py') } 2 .. 4;
is @held, 4, 'workers take the places of programs that have ended';
$httpd->release($_) for @held;
is $_->{http}->response->{status}, 200, 'and answer' for @held;

ok $httpd->stop, 'httpd stops';
done_testing;
