# SPDX-License-Identifier: Apache-2.0
# Programs that misbehave harm neither their host, which stays the same process,
# nor the other programs that it runs.
use v5.30;
use warnings;
use Persist::App 'put';
use Persist::Http;
use Persist::Httpd;
use Persist::Process 'is_alive';
use Persist::Wait 'becomes';
use Socket qw(SOL_SOCKET SO_LINGER SO_RCVBUF);
use Test::More;

my $httpd = Persist::Httpd->new(conf => "PersistWorkers 0 4\n")->start;
my $page = '/programs/hostile.pl';
my $mark = "$httpd->{root}/mark";

sub marked {
    open my $file, '<', $mark or return ();
    chomp(my @words = <$file>);
    return @words;
}

sub host { ($httpd->cgi_hosts($page))[0] // 0 }

# How many pipes a process has. httpd's connections are sockets.
sub pipes_of {
    my ($pid) = @_;
    return scalar grep { (readlink($_) // '') =~ /^pipe:/ }
        glob "/proc/$pid/fd/*";
}

# Mebibytes of memory.
sub resident {
    my ($pid) = @_;
    open my $file, '<', "/proc/$pid/status" or return 0;
    my ($kib) = map { /^VmRSS:\s+(\d+)/ ? $1 : () } <$file>;
    return $kib >> 10;
}

sub reset_client {
    my ($http) = @_;
    setsockopt $http->{socket}, SOL_SOCKET, SO_LINGER, pack 'ii', 1, 0 or die $!;
    close $http->{socket};
}

my $host;

sub lives {
    my ($name) = @_;
    is $httpd->get("$page/well")->{status}, 200, "$name: another has an answer";
    is host(), $host, 'by the same host';
}

is $httpd->get("$page/well")->{status}, 200, 'a program answers';
$host = host();
ok $host, 'by a host';

# A pipe that was full when the request was given back.
my $go = "$httpd->{root}/go";
my $late = $httpd->open_request("$page/reads_late?mark=$mark&go=$go",
    method => 'POST', body => 'x' x (1 << 20));
is $late->response->{body}, "answered\n", 'a program answers first';
put($go => '');
becomes { marked() } 'and reads its input when nobody waits for it any more';
lives('a late reader');
unlink $mark;

my $client = $httpd->open_request("$page/leaves_stubborn?mark=$mark");
$client->head;
becomes { marked() } 'a program has a process that ignores SIGTERM';
my ($stubborn) = marked();
reset_client($client); # that takes three seconds, and is looked at below
unlink $mark;

# The client takes nothing, so httpd takes no lines of the log either.
my $before = resident($host);
my $slow = Persist::Http->new($httpd->{port});
setsockopt $slow->{socket}, SOL_SOCKET, SO_RCVBUF, 65_536;
$slow->request('GET', "$page/noisy?mark=$mark");
$slow->head;
becomes { marked() } 'a program writes to stderr until nobody takes it';
unlink $mark;
cmp_ok resident($host) - $before, '<', 16, 'what is to be logged waits in its pipe';
my $last = 0;
while (my $piece = $slow->chunk) { $last += length $piece }
is $last, 400 << 16, 'and the answer arrives';
ok $httpd->wait_log(qr/error.* n{99}$/m), 'and the lines';
lives('one that is noisy');
becomes { !is_alive($stubborn) } 'what ignores SIGTERM ends after its program';

# Each holds one descriptor of the host, while the mark is there.
put($mark => '');
for (1 .. 100) {
    $httpd->get("$page/leaves_listening?mark=$mark")->{body} eq "parent\n" or die $_;
}
my $open;
becomes { $open = pipes_of($host); $open >= 64 && $open < 80 }
    'processes that hold stderr open are heard, but not all' or diag "$open pipes";
unlink $mark;
becomes { pipes_of($host) < 10 } 'until they end';
lives('one that leaves a process behind');

ok $httpd->stop, 'httpd stops';
done_testing;
