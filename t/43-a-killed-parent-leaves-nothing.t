# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Process 'is_alive';
use Persist::Wait 'becomes';
use Test::More;

# httpd's own children live on without their parent: that is httpd's way.
sub ours {
    my ($httpd) = @_;
    my @pids = ($httpd->persistd // (), $httpd->workers);
    return @pids;
}

my $httpd = Persist::Httpd->new->start;
$httpd->who;
kill 'KILL', $httpd->{pid};
becomes { !ours($httpd) }
    'without httpd\'s parent all of ours ends', 15;
is_deeply [$httpd->runtime_files], [], 'and leaves no file';
is $httpd->get('/app.py')->{status}, 503, 'orphaned children answer 503';
kill 'KILL', $httpd->httpds;

# In mid-request, the request ends first.
$httpd = Persist::Httpd->new->start;
my $held = $httpd->hold('/app.py');
kill 'KILL', $httpd->{pid};
$httpd->release($held);
is $held->{http}->response->{status}, 200,
    'a request in its worker is answered';
becomes { !ours($httpd) }
    'then all of ours ends', 15;
kill 'KILL', $httpd->httpds;

# A bad configuration at graceful is the same case.
$httpd = Persist::Httpd->new->start;
$httpd->who;
$httpd->configure("NoSuchDirective on\n");
kill 'USR1', $httpd->{pid};
becomes { !is_alive($httpd->{pid}) } 'a bad configuration ends the parent';
becomes { !ours($httpd) }
    'and all of ours', 15;
is_deeply [$httpd->runtime_files], [], 'which leaves no file';
kill 'KILL', $httpd->httpds;

# Nobody is left to tell the workers: they end by themselves.
SKIP: {
    skip 'it takes half a minute', 3 if $ENV{PERSIST_T_SHORT};
    for my $order ([0, 1], [1, 0]) {
        $httpd = Persist::Httpd->new->start;
        $httpd->who;
        my @both = ($httpd->{pid}, $httpd->persistd);
        kill 'KILL', @both[@$order];
        becomes { !ours($httpd) }
    'without parent and persistd the workers end', 60;
        kill 'KILL', $httpd->httpds;
    }
    $httpd = Persist::Httpd->new->start;
    $httpd->who;
    kill 'KILL', $httpd->httpds, $httpd->persistd;
    becomes { !$httpd->processes }
    'and without anybody as well', 60;
}

done_testing;
