# SPDX-License-Identifier: Apache-2.0
# PersistAffinity: 1000 users, 8 workers that each remember 200 of them.
use v5.30;
use warnings;
use Persist::Http;
use Persist::Httpd;
use Persist::Wait 'becomes';
use Test::More;

use constant { USERS => 1000, ASKED => 3000 };

my $httpd = Persist::Httpd->new(conf => <<'END');
PersistWorkers 8 8
<Location /affinity/cache.py/without>
    PersistAffinity off
</Location>
END
$httpd->start;

# Pids of the workers that are ready.
sub ready {
    my ($pool) = ($httpd->status // {})->{pools}->@*;
    my @pids = map { $_->{pid} }
        grep { $_->{state} eq 'ready' } ($pool // {})->{workers}->@*;
    return @pids;
}

sub ask {
    my ($user, $path) = @_;
    my $answer = $httpd->get($path // '/affinity/cache.py',
        headers => ['X-User' => $user]);
    return $answer->{status} == 200 ? split(' ', $answer->{body}) : ();
}

# So many requests at a time, on connections that are kept: the part of hits.
sub hit_rate {
    my ($path, $clients, $asked, $user) = @_;
    my @clients = map { Persist::Http->new($httpd->{port}) } 1 .. $clients;
    my $rounds = $asked / $clients;
    my $hits = 0;
    for my $round (1 .. $rounds) {
        $_->request('GET', $path, headers => ['X-User' => $user->()])
            for @clients;
        $hits += grep { ($_->response // die 'no answer')->{body} =~ /^hit/ }
            @clients;
    }
    return $hits / $asked;
}

ask('nobody');
becomes { ready() == 8 } 'eight workers are ready';

srand 1;
my $next = 0;
hit_rate('/affinity/cache.py', 4, USERS, sub { $next++ });
# Where a worker is busy for more than a moment, as on a slow machine, another one has
# the next request of its users. Fewer clients have fewer of these.
my $with;
for my $clients (4, 4, 2, 1) {
    $with = hit_rate('/affinity/cache.py', $clients, ASKED, sub { int rand USERS });
    last if $with > 0.95;
}
my $without =
    hit_rate('/affinity/cache.py/without', 4, ASKED, sub { int rand USERS });
note sprintf 'hit rate of a cache in each worker: %.1f %%, without affinity '
    . '%.1f %%', 100 * $with, 100 * $without;
cmp_ok $with, '>', 0.95, 'with affinity, a cache in the worker is hit';
cmp_ok $without, '<', 0.5, 'without, it is not';

sub worker_of { (ask($_[0]))[1] // 0 }

# Where a worker is not free at once, another one has its next request: so twice.
my %users;
becomes {
    my %now = map { $_ => worker_of($_) } 0 .. 63;
    my $same = !grep { ($users{$_} // 0) != $now{$_} } keys %now;
    %users = %now;
    $same;
} 'each comes back to his own';
my %pids = map { $_ => 1 } values %users;
cmp_ok scalar(keys %pids), '>=', 6, 'the users are spread over the workers';

# Busy: the next of his requests is not kept waiting for long.
my $held;
becomes {
    $httpd->release($held) if $held;
    $held = $httpd->hold('/affinity/cache.py', headers => ['X-User' => 7]);
    $held->{worker} == $users{7};
} 'a long request runs in his worker';
my ($hit, $other) = ask(7);
ok $other && $other != $users{7}, 'another request goes elsewhere meanwhile';
becomes { worker_of(8) == $users{8} } 'who has another worker does not notice'
    if $users{8} != $users{7};
$httpd->release($held);
$held->{http}->response;
becomes { worker_of(7) == $users{7} } 'then he comes back';

# Gone: only its users move, and come back to who replaces it.
kill 'KILL', $users{7};
becomes { 8 == grep { $_ != $users{7} } ready() }
    'a killed worker is replaced';
becomes { !grep { $users{$_} != $users{7} && worker_of($_) != $users{$_} } 0 .. 63 }
    'no user of another has moved';
becomes {
    my %heirs = map { worker_of($_) => 1 } grep { $users{$_} == $users{7} } 0 .. 63;
    keys %heirs == 1;
} 'and his users are all with its heir';

is $httpd->get('/affinity/cache.py')->{status}, 200,
    'a request without a key is served by anybody';

open my $file, '>>', "$httpd->{root}/site/affinity/.htaccess" or die $!;
say $file 'PersistAffinity "%{file:/etc/passwd}"';
close $file or die $!;
is $httpd->get('/affinity/cache.py')->{status}, 500,
    'no expression of .htaccess reads files';
ok $httpd->wait_log(qr/PersistAffinity: "%\{file:/), 'which the log says';
ok $httpd->stop, 'httpd stops';

my $bad = Persist::Httpd->new(conf => "PersistAffinity %{nonsense\n");
isnt $bad->command('-t'), 0, 'a wrong expression is an error';
like $bad->output,
    qr/PersistAffinity: "%\{nonsense" is wrong: give an expression/,
    'that says so';

done_testing;
