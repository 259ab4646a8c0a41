# SPDX-License-Identifier: Apache-2.0
# HARD of PersistMemoryLimit holds for each program that a host runs: one above
# it is killed with its group, and neither the host nor its other programs
# notice.
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Process 'is_alive';
use Persist::Wait 'becomes';
use Test::More;

my $httpd = Persist::Httpd->new(conf => <<'END')->start;
PersistWorkers 0 6
PersistMemoryLimit 0 64M
<LocationMatch "/facts\.py">
    PersistMemoryLimit 0 2M
</LocationMatch>
END
my $page = '/programs/hostile.pl';
my $mark = "$httpd->{root}/mark";
my $go = "$httpd->{root}/go";

# The words of a mark; each program has one of its own.
sub marked {
    my ($end) = @_;
    open my $file, '<', "$mark-$end" or return ();
    chomp(my @words = <$file>);
    return @words;
}

sub touch {
    open my $file, '>', $_[0] or die $!;
}

sub host { $httpd->cgi_hosts($page) }

# A program that uses so many MiB until $go is there.
sub grows {
    my ($mib, $end, $how) = @_;
    return $httpd->open_request(
        "$page/grows?mib=$mib&mark=$mark-$end&go=$go" . ($how // ''));
}

my $small = grows(8, 'small');
becomes { marked('small') } 'a program uses what it may use';
my ($host) = host();

my $large = grows(80, 'large');
my $answer = $large->response;
is $answer->{status}, 502, 'another one uses too much: 502';
my ($pid) = marked('large');
becomes { !is_alive($pid) } 'it ends';
ok $httpd->wait_log(
    qr{error.*PERSIST4011: \S+/hostile\.pl: pid $pid is killed: it uses \d+ KiB in one process, above PersistMemoryLimit \(65536 KiB\)}),
    'and the log says why';
ok $httpd->wait_log(qr/PERSIST4011: worker used more memory/), 'under its code';
unlike $httpd->log, qr/PERSIST4012/, 'alone';

# Both at a time: programs are weighed each second. (One may be weighed before its
# first bytes are on their way.)
my $stream = grows(80, 'stream', '&begins=1');
my $parent = grows(80, 'parent', '&forks=1');
my $head = $stream->head;
becomes {
    return 1 if $head->{status} == 200;
    $stream = grows(80, 'stream', '&begins=1');
    $head = $stream->head;
    return 0;
} 'one that has begun to answer';
my ($body, $whole) = $stream->body($head);
ok !$whole, 'is cut short';

is $parent->response->{status}, 502, 'one whose child uses too much';
my @both = marked('parent');
is @both, 2, 'which is another process';
becomes { !grep { is_alive($_) } @both } 'ends with its child';

is_deeply [host()], [$host], 'the host is the same';
touch($go);
is $small->response->{body}, "begin\ndone\n", 'and its first program answers';

# Python takes more than 2 MiB by itself. The first of two is started by exec.
$httpd->get('/programs/facts.py');
becomes {
    $httpd->get('/programs/facts.py/sleeps')->{status} == 502
        && $httpd->log =~ m{/facts\.py is started by exec.*fork server is above PersistMemoryLimit}
} 'a fork server is weighed, too';

ok $httpd->stop, 'httpd stops';
done_testing;
