# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Process 'is_alive';
use Persist::Wait 'becomes';
use Test::More;

# httpd's own children live on without their parent: that is httpd's way.
my $httpd = Persist::Httpd->new->start;
$httpd->who;
kill 'KILL', $httpd->{pid};
becomes { !$httpd->ours }
    'without httpd\'s parent all of ours ends';
is_deeply [$httpd->runtime_files], [], 'and leaves no file';
is $httpd->get('/app.py')->{status}, 503, 'orphaned children answer 503';
ok $httpd->wait_log(qr/PERSIST3005: /), 'and say why';
kill 'KILL', $httpd->httpds;

# In mid-request, the request ends first.
$httpd = Persist::Httpd->new->start;
my $held = $httpd->hold('/app.py');
kill 'KILL', $httpd->{pid};
$httpd->release($held);
is $held->{http}->response->{status}, 200,
    'a request in its worker is answered';
becomes { !$httpd->ours }
    'then all of ours ends';
kill 'KILL', $httpd->httpds;

# A bad configuration at graceful is the same case.
$httpd = Persist::Httpd->new->start;
$httpd->who;
$httpd->configure("NoSuchDirective on\n");
kill 'USR1', $httpd->{pid};
becomes { !is_alive($httpd->{pid}) } 'a bad configuration ends the parent';
becomes { !$httpd->ours }
    'and all of ours';
is_deeply [$httpd->runtime_files], [], 'which leaves no file';
kill 'KILL', $httpd->httpds;

# Nobody is left to tell the workers: they end by themselves.
SKIP: {
    skip 'it takes half a minute', 4 if $ENV{PERSIST_T_SHORT};
    my @deaths = (
        ['parent, then persistd', sub { $_[0]{pid}, $_[0]->persistd }],
        ['persistd, then parent', sub { $_[0]->persistd, $_[0]{pid} }],
        ['everything but the workers', sub { $_[0]->httpds, $_[0]->persistd }],
    );
    my @httpds = map { Persist::Httpd->new->start } @deaths;
    $_->who for @httpds;
    kill 'KILL', $deaths[$_][1]->($httpds[$_]) for keys @deaths;
    for (keys @deaths) {
        my $httpd = $httpds[$_];
        becomes { !$httpd->ours } "$deaths[$_][0]: the workers end", 60;
    }
    kill 'KILL', map { $_->httpds } @httpds;
    becomes { !grep { $_->processes } @httpds } 'nothing is left';
}

done_testing;
