# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use IO::Select;
use Persist::Http;
use Persist::Httpd;
use Persist::Wait 'becomes';
use Test::More;
use Time::HiRes 'time';

plan skip_all => 'needs more threads than prefork has children'
    if $ENV{PERSIST_T_MPM} eq 'prefork';

my $conf = <<'END';
ServerLimit 16
StartServers 13
ThreadsPerChild 25
MaxRequestWorkers 400
MinSpareThreads 1
MaxSpareThreads 400
PersistCeiling QueueTotal 400
END
my $httpd = Persist::Httpd->new(
    conf => "$conf\nPersistWorkers 4 4\nPersistQueue 300 300s\n")->start;
mkdir "$httpd->{root}/site/other" or die $!;
system('cp', "$httpd->{root}/site/app.py", "$httpd->{root}/site/other") == 0
    or die 'cp';

my $work = $ENV{PERSIST_T_SHORT} ? 10 : 20;    # milliseconds

# So many clients ask at once for so many milliseconds of work; how long each
# took, by status.
sub storm {
    my ($clients, $work) = @_;
    my @open = map { Persist::Http->new($httpd->{port}) } 1 .. $clients;
    my $select = IO::Select->new;
    my %begun;
    for my $http (@open) {
        $begun{ $http->{socket} } = [$http, time];
        $http->request('GET', "/app.py/work?ms=$work");
        $select->add($http->{socket});
    }
    my %took;
    while ($select->count && (my @ready = $select->can_read(60))) {
        for my $socket (@ready) {
            my ($http, $since) = @{ $begun{$socket} };
            my $answer = $http->response // {};
            push @{ $took{ $answer->{status} // 'none' } }, time - $since;
            push @{ $took{retry} }, $answer->{headers}{'retry-after'}
                if ($answer->{status} // 0) == 503;
            $select->remove($socket);
        }
    }
    return \%took;
}

sub at { my ($part, @times) = @_; (sort { $a <=> $b } @times)[$part * $#times] }

$httpd->who;
$httpd->get('/other/app.py');
becomes { $httpd->workers >= 2 } 'two scripts have workers';
storm(20, $work);
my $took = storm(300, $work);
is scalar @{ $took->{200} // [] }, 300, 'of 300 clients none is dropped';
if ($ENV{PERSIST_T_LONG}) {
    diag sprintf 'p50 %.0f ms, p99 %.0f ms, ratio %.2f',
        (map { 1000 * at($_, @{ $took->{200} }) } .5, .99),
        at(.99, @{ $took->{200} }) / at(.5, @{ $took->{200} });
}

# A shorter queue; what is above it is told at once when to come again.
ok $httpd->reconfigure("$conf\nPersistWorkers 4 4\nPersistQueue 50 300s\n"),
    'the queue is made shorter';
becomes { ($httpd->get('/app.py')->{status} // 0) == 200 } 'httpd serves';
storm(20, $work);
my $child = fork // die $!;
if (!$child) {
    my $bad = grep { $httpd->get('/other/app.py')->{status} != 200 } 1 .. 20;
    require POSIX;
    POSIX::_exit($bad);
}
# Slow work: also where the clients take a second to ask, the queue is full then.
$took = storm(300, 10 * $work);
waitpid $child, 0;
my ($served, $refused) = map { scalar @{ $took->{$_} // [] } } 200, 503;
is $served + $refused, 300, "$served are served, $refused refused, none lost";
cmp_ok $served, '>=', 54, 'what the queue and the workers hold is served';
cmp_ok $refused, '>', 0, 'more is refused';
is scalar(grep { !/^[1-9]\d*$/ || $_ > 10 } @{ $took->{retry} // [] }), 0,
    'with a Retry-After of its pace';
is $?, 0, 'another script answers meanwhile';
diag sprintf 'refused within %.1f ms (p50)', 1000 * at(.5, @{ $took->{503} })
    if $ENV{PERSIST_T_LONG};

# A client that has left while it waited has no work done for it.
my @held = map { $httpd->hold('/app.py') } 1 .. 4;
my $gone = $httpd->open_request('/app.py/print?mark=never');
becomes { waiting() == 1 } 'a request waits';
close $gone->{socket};
becomes { waiting() == 0 } 'it is dropped from the queue when its client goes';
$httpd->release($_) for @held;
is $_->{http}->response->{status}, 200, 'the others are served' for @held;
unlike $httpd->log, qr/complaint never/, 'and it has not run';

sub waiting {
    my ($pool) = grep { $_->{script} =~ m{site/app.py} }
        sort { $a->{superseded} cmp $b->{superseded} }
        @{ $httpd->status->{pools} };
    return $pool->{waiting};
}

ok $httpd->stop, 'httpd stops';
done_testing;
