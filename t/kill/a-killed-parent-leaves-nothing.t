# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Process 'is_alive';
use Persist::Wait qw(becomes STOPPED);
use Test::More;

# Nobody is left to tell these workers: they end by themselves, after half a minute.
# The others need nothing of that, so they come meanwhile.
my @deaths = (
    ['parent, then persistd', sub { $_[0]{pid}, $_[0]->persistd }],
    ['persistd, then parent', sub { $_[0]->persistd, $_[0]{pid} }],
    ['everything but the workers', sub { $_[0]->httpds, $_[0]->persistd }],
);
# One MPM is enough for that.
@deaths = () if $ENV{PERSIST_T_MPM} ne 'event' && !$ENV{PERSIST_T_LONG};
my @alone = map { Persist::Httpd->new->start } @deaths;
$_->who for @alone;
kill 'KILL', $deaths[$_][1]->($alone[$_]) for keys @deaths;

# httpd's own children live on without their parent: that is httpd's way.
my $httpd = Persist::Httpd->new->start;
$httpd->who;
kill 'KILL', $httpd->{pid};
becomes { !$httpd->ours }
    'without httpd\'s parent all of ours ends', STOPPED;
is_deeply [$httpd->runtime_files], [], 'and leaves no file';
is $httpd->get('/app.py')->{status}, 503, 'orphaned children answer 503';
ok $httpd->wait_log(qr/PERSIST3005: /), 'and say why';
kill 'KILL', $httpd->httpds;

# In mid-request, the request ends first.
$httpd = Persist::Httpd->new(conf => "PersistStopTimeout 60\n")->start;
my $held = $httpd->hold('/app.py');
kill 'KILL', $httpd->{pid};
$httpd->release($held);
is $held->{http}->response->{status}, 200,
    'a request in its worker is answered';
becomes { !$httpd->ours }
    'then all of ours ends', STOPPED;
kill 'KILL', $httpd->httpds;

# A bad configuration at graceful is the same case.
$httpd = Persist::Httpd->new->start;
$httpd->who;
$httpd->configure("NoSuchDirective on\n");
kill 'USR1', $httpd->{pid};
becomes { !is_alive($httpd->{pid}) } 'a bad configuration ends the parent';
becomes { !$httpd->ours }
    'and all of ours', STOPPED;
is_deeply [$httpd->runtime_files], [], 'which leaves no file';
kill 'KILL', $httpd->httpds;

SKIP: {
    skip 'it takes half a minute', 4 if !@deaths;
    becomes { !$alone[$_]->ours } "$deaths[$_][0]: the workers end", 90
        for keys @deaths;
    kill 'KILL', map { $_->httpds } @alone;
    becomes { !grep { $_->processes } @alone } 'nothing is left';
}

done_testing;
