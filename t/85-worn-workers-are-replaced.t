# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use JSON::PP 'decode_json';
use Persist::Httpd;
use Persist::Process 'is_alive';
use Persist::Wait qw(becomes wait_for);
use Test::More;

my $httpd = Persist::Httpd->new(conf => "PersistWorkers 0 1\n")->start;

# A site of its own for each limit.
sub site {
    my ($name, $settings) = @_;
    my $dir = "$httpd->{root}/site/$name";
    mkdir $dir or die $!;
    system('cp', "$httpd->{root}/site/app.py", $dir) == 0 or die 'cp';
    open my $file, '>', "$dir/.htaccess" or die $!;
    print $file "$settings\n";
    close $file or die $!;
    return "/$name/app.py";
}

sub pid {
    my ($url) = @_;
    my $answer = $httpd->get($url);
    return $answer->{status} == 200
        ? (decode_json $answer->{body})->{pid} : $answer->{status};
}

# Who has served his last request still serves until another one is ready.
my $url = site('requests', 'PersistMaxRequests 3');
my $first = pid($url);
is pid($url), $first, 'requests go to the same worker' for 1 .. 2;
my %seen;
becomes { my $pid = pid($url); $seen{$pid}++; $pid != $first }
    'after PersistMaxRequests they go to another one';
is_deeply [grep { $_ < 1000 && !is_alive($_) } keys %seen], [],
    'and none has failed';
becomes { !is_alive($first) } 'the first one has ended';
ok $httpd->log =~ /pid $first is to be replaced: PersistMaxRequests/,
    'the log says why';

$url = site('age', 'PersistMaxAge 1s');
$first = pid($url);
becomes { !is_alive($first) } 'a worker of PersistMaxAge ends';
my ($pool) = grep { $_->{script} =~ m{/age/} } @{ $httpd->status->{pools} };
is scalar(grep { $_->{state} eq 'ready' } @{ $pool->{workers} }), 1,
    'and another one is ready without a request';

$url = site('soft', 'PersistMemoryLimit 64M');
$first = pid($url);
is $httpd->get("$url/grow?mib=80")->{status}, 200, 'a request takes memory';
becomes { !is_alive($first) } 'its worker is replaced';
isnt pid($url), $first, 'by another one';

$url = site('hard', 'PersistMemoryLimit 0 64M');
$first = pid($url);
my $held = $httpd->open_request("$url/grow?mib=80&hold=1");
my $answer = $held->response;
is $answer->{status}, 502, 'a request that takes too much gets 502';
ok $httpd->wait_log(qr/PERSIST4011: worker used more memory.*hard/),
    'and its code';
ok $httpd->wait_log(qr/PERSIST4011: pool .*: pid $first is killed/),
    'its worker was killed';
isnt pid($url), $first, 'and replaced';
is scalar(() = $httpd->log =~ /worker used more memory/g), 1,
    'the request was not run again';

ok $httpd->stop, 'httpd stops';
is_deeply [$httpd->runtime_files], [], 'and leaves no file';

done_testing;
