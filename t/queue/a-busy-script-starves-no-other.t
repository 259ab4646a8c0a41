# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use JSON::PP 'decode_json';
use Persist::Httpd;
use Persist::Load qw(load_begin load_break load_or_skip load_stop);
use Persist::Wait 'becomes';
use Test::More;

load_or_skip();
my $httpd = Persist::Httpd->new(
    conf => "PersistMaxWorkers 4\nPersistWorkers 4 4\n")->start;
for my $name ('b' .. 'f') {
    mkdir "$httpd->{root}/site/$name" or die $!;
    system('cp', "$httpd->{root}/site/app.py", "$httpd->{root}/site/$name") == 0
        or die 'cp';
}

sub pool_of {
    my ($script) = @_;
    my ($pool) = grep { $_->{script} =~ m{site/\Q$script\E$} }
        @{ $httpd->status->{pools} };
    return $pool // {};
}

sub requests_of { pool_of(@_)->{requests} // 0 }

sub workers_of {
    my ($script, $state) = @_;
    my $pool = pool_of($script);
    return grep { $_->{state} eq ($state // 'ready') }
        @{ $pool->{workers} // [] };
}

# One script has every place, all of them MIN, and no moment of rest.
$httpd->who;
becomes { workers_of('app.py') == 4 } 'a script has all places';
my $load = load_begin('-p', $httpd->{port}, '-c', 8, '-s', 600, '/app.py/token');
becomes { requests_of('app.py') > 100 } 'and is busy';
is $httpd->get('/b/app.py')->{status}, 200, 'another one is served';
cmp_ok scalar workers_of('app.py'), '<', 4, 'the busy one has given a place';
cmp_ok scalar workers_of('app.py'), '>', 0, 'and not all';

# More scripts than places.
my @answers = map { $httpd->get("/$_/app.py")->{status} } 'c' .. 'f';
is_deeply \@answers, [(200) x 4], 'more scripts than places all have a turn';
my $seen = load_stop($load);
is $seen->{failed}, 0, 'no request of the busy one has failed';
is $seen->{mixed}, 0, 'nor has another one\'s answer';

ok $httpd->stop, 'httpd stops';

# The one that was to give its place has a request without an end.
$httpd = Persist::Httpd->new(
    conf => "PersistMaxWorkers 2\nPersistWorkers 2 2\n")->start;
mkdir "$httpd->{root}/site/b" or die $!;
system('cp', map { "$httpd->{root}/site/$_" } 'app.py', 'b') == 0 or die 'cp';
my %held = map { $_->{worker} => $_ } map { $httpd->hold('/app.py') } 1, 2;
my $other = $httpd->open_request('/b/app.py/token');
becomes { workers_of('app.py', 'leaving') == 1 } 'one is to give its place';
my ($leaves) = map { $_->{pid} } workers_of('app.py', 'leaving');
$httpd->release($_) for grep { $_->{worker} != $leaves } values %held;
is $other->response->{status}, 200, 'the other one does, when it can';
$httpd->release($held{$leaves});
ok $httpd->stop, 'httpd stops';

# A script with one client, which needs one of its two workers, and the other
# script has its share already.
$httpd = Persist::Httpd->new(
    conf => "PersistMaxWorkers 4\nPersistWorkers 0 4\n")->start;
mkdir "$httpd->{root}/site/b" or die $!;
system('cp', map { "$httpd->{root}/site/$_" } 'app.py', 'b') == 0 or die 'cp';
$httpd->release($_) for map { $httpd->hold('/app.py') } 1, 2;
is scalar workers_of('app.py'), 2, 'a script has two workers';
$load = load_begin('-p', $httpd->{port}, '-c', 1, '-s', 600, '/app.py/token');
my @busy = map { $httpd->hold('/b/app.py') } 1, 2;
is $httpd->get('/b/app.py/token')->{status}, 200, 'another one gets a third';
cmp_ok scalar workers_of('app.py'), '<', 2, 'from the first one';
load_break($load);
$httpd->release($_) for @busy;
ok $httpd->stop, 'httpd stops';

# Scripts that are never ready. What runs for another owner, root, is a file of
# the system's, which app.py is given for an argument.
my $foreign = '/etc/host.conf';
SKIP: {
    skip "there is no $foreign of root", 7
        if !-e $foreign || (stat _)[4] != 0 || $> == 0;
    $httpd = Persist::Httpd->new(conf => <<"CONF")->start;
PersistMaxWorkers 8
PersistWorkers 0 2
PersistQueue 100 120s
PersistBootTimeout 120s
PersistInterpreter .hang $ENV{PERSIST_T_PYTHON} -c "import time; time.sleep(3600)"
PersistInterpreter .conf $ENV{PERSIST_T_PYTHON} ROOT/site/app.py
Alias /other $foreign
<Directory /etc>
    Require all granted
    Options +ExecCGI
</Directory>
<FilesMatch "\\.(hang|conf)\$">
    SetHandler persist-script
</FilesMatch>
CONF
    my $starting = sub {
        return scalar grep { $_->{state} eq 'starting' }
            map { @{ $_->{workers} } } @{ $httpd->status->{pools} };
    };
    my @waiting;
    for my $n (1 .. 8) {
        open my $file, '>', "$httpd->{root}/site/$n.hang" or die $!;
        close $file;
        push @waiting, $httpd->open_request("/$n.hang");
    }
    becomes { $starting->() == 8 } 'scripts that hang have all places';
    is $httpd->get('/other/token')->{status}, 200,
        'the script of another owner is served';
    cmp_ok $starting->(), '<', 8, 'one of those has ended';
    my @held = map { $httpd->hold('/other') } 1, 2;
    becomes { $starting->() == 6 } 'and another, but three quarters are left';
    my %faults = map { $_->{fault} => 1 } @{ $httpd->status->{pools} };
    is_deeply \%faults, { 0 => 1 }, 'no start has failed';
    $httpd->release($_) for @held;
    @waiting = (); # their clients leave
    is $httpd->get('/other/token')->{status}, 200, 'the other one goes on';
    ok $httpd->stop, 'httpd stops';
}
done_testing;
