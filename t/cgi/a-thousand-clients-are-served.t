# SPDX-License-Identifier: Apache-2.0
# 1 to 1000 clients ask for one program at once: 32 processes run at a time, all
# other requests wait, none is dropped or mixed up with another, and the memory
# of httpd, of the host and of the fork server is bounded.
use v5.30;
use warnings;
use Persist::Http;
use Persist::Httpd;
use Persist::Load qw(load_begin load_end load_or_skip);
use Persist::Process qw(is_alive parent_of);
use Persist::Wait 'becomes';
use Socket qw(SOL_SOCKET SO_RCVBUF);
use Test::More;

load_or_skip();
plan skip_all => 'needs more threads than prefork has children'
    if $ENV{PERSIST_T_MPM} eq 'prefork';

# As many threads as clients and some more, and room for all in the queue.
my $httpd = Persist::Httpd->new(conf => <<'END')->start;
ServerLimit 11
StartServers 11
ThreadsPerChild 100
MaxRequestWorkers 1100
MinSpareThreads 1
MaxSpareThreads 1100
ListenBacklog 1024
PersistCeiling QueueTotal 1100
PersistWorkers 0 32
PersistQueue 1024 600s
SetEnv ap_trust_cgilike_cl 1
SetEnv PATH /usr/bin:/bin
END
my $each = $ENV{PERSIST_T_SHORT} ? 2 : 4;    # requests of a client
my $page = '/programs/token.sh';
# So many connections may wait to be accepted.
my $limit = Persist::Process::slurp('/proc/sys/net/core/somaxconn') + 0;

# Mebibytes of private memory.
sub memory {
    my $kib = 0;
    for my $pid (@_) {
        my $status = Persist::Process::slurp("/proc/$pid/status");
        $kib += $_ for $status =~ /^(?:RssAnon|VmSwap):\s+(\d+)/mg;
    }
    return $kib / 1024;
}

sub host { ($httpd->cgi_hosts($page))[0] // 0 }

# Programs of the host, and its fork servers: four at most.
sub children {
    my $host = host();
    return grep { (parent_of($_) // 0) == $host && is_alive($_) }
        Persist::Process::pids();
}

sub round {
    my ($clients) = @_;
    my $requests = $each * $clients < 200 ? 200 : $each * $clients;
    my $seen = load_end(load_begin('-p', $httpd->{port}, '-c', $clients,
        '-n', $requests, $page));
    is_deeply [map { $seen->{$_} } qw(answered failed mixed)],
        [$requests, 0, 0], "$clients clients: $requests requests are answered";
    return scalar $seen->{pids}->@*;
}

is $httpd->get("$page?x")->{status}, 200, 'a program answers';
round(32);
my $host = host();
my $before = memory($host);
my @rounds = $ENV{PERSIST_T_SHORT} ? (1, 16, 250) : (1, 4, 16, 64, 120, 250, 1000);
for my $clients (grep { $_ <= $limit } @rounds) {
    round($clients);
    note sprintf 'host %.1f MiB, server and programs %.1f MiB, persistd %.1f MiB, '
        . 'httpd %.1f MiB', memory($host), memory(children()),
        memory($httpd->persistd), memory($httpd->httpds);
}
is host(), $host, 'all by one host';
becomes { children() <= 4 } 'which has no process left but fork servers';
cmp_ok memory($host) - $before, '<', 8, 'and takes no more memory than before';
cmp_ok memory(children()), '<', 4, 'nor do the servers take much';
my $most = memory($httpd->httpds);
round($rounds[-1]) if $rounds[-1] <= $limit;
cmp_ok memory($httpd->httpds) - $most, '<', 24, 'nor more of httpd with each round';

# Answers of 8 MiB each that are not read: programs wait, not the host's memory.
my $slow = $ENV{PERSIST_T_SHORT} ? 8 : 24;
my @slow = map {
    my $http = Persist::Http->new($httpd->{port});
    setsockopt $http->{socket}, SOL_SOCKET, SO_RCVBUF, 4096;
    $http->request('GET', '/programs/says.pl/large');
} 1 .. $slow;
$_->head for @slow;
my ($other) = $httpd->cgi_hosts('/programs/says.pl');
is $httpd->get('/programs/says.pl/pid')->{status}, 200,
    "one more is answered while $slow clients do not read";
cmp_ok memory($other), '<', $slow, 'whose answers are not in the memory of the host';

ok $httpd->stop, 'httpd stops';
done_testing;
