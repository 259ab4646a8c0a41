# SPDX-License-Identifier: Apache-2.0
# Each request of a script with PersistMode cgi has a process of its own, which
# ends with it: with all its group when nobody waits for the answer, alone when
# the answer is complete. PersistWorkers, PersistQueue and PersistRequestTimeout
# hold for them, and the host outlives them.
use v5.30;
use warnings;
use Persist::Http;
use Persist::Httpd;
use Persist::Process 'is_alive';
use Persist::Wait 'becomes';
use Socket qw(SOL_SOCKET SO_LINGER);
use Test::More;

my $httpd = Persist::Httpd->new(conf => <<'END')->start;
PersistWorkers 0 3
<LocationMatch "/late\.pl/">
    PersistRequestTimeout 2s 60s
</LocationMatch>
<LocationMatch "/too-late\.pl/">
    PersistRequestTimeout off 3s
</LocationMatch>
<LocationMatch "/pid/at-once$">
    PersistQueue 1 300ms
</LocationMatch>
END
for my $copy (qw(late too-late)) {
    my $folder = "$httpd->{root}/site/programs";
    link "$folder/says.pl", "$folder/$copy.pl" or die $!;
}
my $page = '/programs/says.pl';
my $mark = "$httpd->{root}/mark";

sub get { $httpd->get("$page/$_[0]") }

# The words of a mark, of which a program may have one of its own.
sub marked {
    my ($end) = @_;
    open my $file, '<', $mark . ($end // '') or return ();
    chomp(my @words = <$file>);
    return @words;
}

sub host { ($httpd->cgi_hosts($page))[0] }

# Processes of a group.
sub group_of {
    my ($group) = @_;
    return grep {
        my @stat = Persist::Process::stat_of($_);
        @stat && $stat[2] == $group && $stat[0] ne 'Z'
    } Persist::Process::pids();
}

sub hangs {
    my ($path, $end) = @_;
    my $http = $httpd->open_request("$page/$path?mark=$mark" . ($end // ''));
    $http->head;
    return $http;
}

sub reset_client {
    my ($http) = @_;
    setsockopt $http->{socket}, SOL_SOCKET, SO_LINGER, pack 'ii', 1, 0 or die $!;
    close $http->{socket};
}

isnt get('pid')->{body}, get('pid')->{body}, 'each request has a process';
my $host = host();
ok $host, 'and all of them one host';

# What is written arrives while the program runs on.
my $http = $httpd->open_request("$page/stream?go=$mark");
my $head = $http->head;
is $http->chunk, "first\n", 'output arrives while the program runs';
open my $go, '>', $mark or die $!;
close $go;
is_deeply [$http->body($head)], ["second\n", 1], 'and so does the rest';
unlink $mark;
$http = $httpd->open_request("$page/waits?go=$mark");
$head = $http->head;
is $head->{status}, 302, 'a header arrives without a body';
open $go, '>', $mark or die $!;
close $go;
is_deeply [$http->body($head)], ['', 1], 'which may stay empty';
unlink $mark;

# The client leaves. What ignores SIGTERM has three seconds, and is looked at below.
my @left;
for my $way (qw(hangs stubborn)) {
    my $client = hangs($way, $way);
    becomes { marked($way) } "a program $way";
    my ($pid) = marked($way);
    reset_client($client);
    push @left, $pid;
}

# SOFT is a SIGTERM, HARD ends all. A slow machine may not even start a program
# before these: then it is tried again. Both programs wait for their deadlines at
# the same time.
sub too_late {
    my $http = $httpd->open_request("/programs/too-late.pl/stubborn?mark=${mark}hard");
    my $head = $http->head;
    return { http => $http, head => $head };
}

my $too_late = too_late();
my $http_late;
becomes {
    $http_late = $httpd->open_request("/programs/late.pl/hangs?mark=${mark}soft");
    $http_late->head;
    marked('soft');
} 'a program runs beyond the soft deadline';
my $late = (marked('soft'))[-1];
becomes { !is_alive($late) } 'which ends it by SIGTERM';
becomes { $too_late->{head}{status} == 200 || !($too_late = too_late()) }
    'a program answers before the hard deadline';
my (undef, $complete) = $too_late->{http}->body($too_late->{head});
ok !$complete, 'which cuts the response';
$late = (marked('hard'))[-1];
becomes { !is_alive($late) && !group_of($late) } 'and ends the whole group';
for my $pid (@left) {
    becomes { !is_alive($pid) } 'a program ends when its client leaves';
    becomes { !group_of($pid) } 'with its group';
}
unlike $httpd->log, qr/is killed/, 'while the host lives on';

# Three at a time; the fourth waits, and not for ever.
my @clients = map { hangs('hangs') } 1 .. 3;
becomes { 3 == (() = marked()) } 'as many run as PersistWorkers says';
is get('pid/at-once')->{status}, 503, 'a further one waits in the queue, for a time';
my @pids = marked();
reset_client($_) for @clients;
becomes { !grep { is_alive($_) } @pids } 'all end';
unlink $mark;
is get('pid')->{status}, 200, 'and there is room again';

# The answer is complete: nobody waits for the program. (The client of this test
# waits for a minute.)
my $began = time;
is get('closes?seconds=1000')->{body}, "closed early\n", 'a program closes its stdout';
cmp_ok time - $began, '<', 1000, 'and is not waited for';
is $httpd->get("$page/double?mark=$mark")->{body}, "parent\n",
    'a program leaves a process behind';
becomes { (marked())[0] && (marked())[0] eq 'grandchild' }
    'which goes on behind the answer';
unlink $mark;

# What it writes to stderr, and how it died.
get('warns');
ok $httpd->wait_log(qr/error.*\bto stderr$/m), 'stderr is logged';
ok $httpd->wait_log(qr/error.*\bno end$/m), 'an unfinished line, too';
is get('dies')->{status}, 500, 'a program dies';
ok $httpd->wait_log(qr/says\.pl was ended by signal 11/), 'which is logged';
is host(), $host, 'one host has served all that';

# A program that was changed is another one at once.
my $file = "$httpd->{root}/site/programs/new.sh";
for my $text (qw(one two)) {
    open my $out, '>', "$file.new" or die $!;
    print $out "#!/bin/sh\nprintf 'Content-Type: text/plain\\n\\n$text'\n";
    close $out or die $!;
    chmod 0755, "$file.new" or die $!;
    rename "$file.new", $file or die $!;
    is $httpd->get('/programs/new.sh')->{body}, $text, "the program says $text";
}
unlink $file;
is $httpd->get('/programs/new.sh')->{status}, 404, 'until it is gone';

# The host dies: what runs dies with it, and the next request has a new one.
my $client = hangs('hangs');
becomes { marked() } 'a program runs';
my ($pid) = marked();
kill 'KILL', $host;
is get('pid')->{status}, 200, 'there is a new one';
isnt host(), $host, 'with a new host';
becomes { !is_alive($pid) } 'and what ran under the old one has ended';

ok $httpd->stop, 'httpd stops';
done_testing;
