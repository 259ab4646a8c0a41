# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use JSON::PP 'decode_json';
use Persist::Httpd;
use Persist::Process 'is_alive';
use Persist::Wait 'becomes';
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
        ? (decode_json $answer->{body})->{pid} : "status $answer->{status}";
}

# How many workers of this site are ready.
sub ready {
    my ($name) = @_;
    my ($pool) = grep { $_->{script} =~ m{/$name/} }
        @{ $httpd->status->{pools} };
    return scalar grep { $_->{state} eq 'ready' } @{ $pool->{workers} };
}

# Each takes persistd a second or two, so all begin now.
my $old = site('age', 'PersistMaxAge 1s');
my $hard = site('hard', 'PersistMemoryLimit 0 64M');
my $soft = site('soft', 'PersistMemoryLimit 64M');
my ($aged, $killed, $grown) = map { pid($_) } $old, $hard, $soft;
my $held = $httpd->open_request("$hard/grow?mib=80&hold=1");
is $httpd->get("$soft/grow?mib=80")->{status}, 200, 'a request takes memory';

# Who has served his last request still serves until another one is ready.
my $url = site('requests', 'PersistMaxRequests 3');
my $first = pid($url);
is pid($url), $first, 'requests go to the same worker' for 1 .. 2;
my %seen;
becomes { my $pid = pid($url); $seen{$pid}++; $pid != $first }
    'after PersistMaxRequests they go to another one';
is_deeply [grep { /status/ } keys %seen], [],
    'and none has failed';
becomes { !is_alive($first) } 'the first one has ended';
ok $httpd->log =~ /pid $first is to be replaced: PersistMaxRequests/,
    'the log says why';

becomes { !is_alive($aged) } 'a worker of PersistMaxAge ends';
becomes { ready('age') == 1 } 'and another one is ready without a request';

becomes { !is_alive($grown) } 'so does one that has grown too large';
isnt pid($soft), $grown, 'replaced by another one';

is $held->response->{status}, 502, 'a request that takes too much gets 502';
ok $httpd->wait_log(qr/PERSIST4011: worker used more memory.*hard/),
    'and its code';
ok $httpd->wait_log(qr/PERSIST4011: pool .*: pid $killed is killed/),
    'its worker was killed';
isnt pid($hard), $killed, 'and replaced';
is scalar(() = $httpd->log =~ /worker used more memory/g), 1,
    'the request was not run again';

ok $httpd->stop, 'httpd stops';
is_deeply [$httpd->runtime_files], [], 'and leaves no file';

done_testing;
