# SPDX-License-Identifier: Apache-2.0
# Programs that misbehave harm neither their host, which stays the same process,
# nor the other programs that it runs.
use v5.30;
use warnings;
use Persist::Http;
use Persist::Httpd;
use Persist::Process 'command_line';
use Persist::Wait 'becomes';
use Test::More;

my $httpd = Persist::Httpd->new(conf => "PersistWorkers 0 4\n")->start;
my $page = '/cgi/hostile.pl';
my $mark = "$httpd->{root}/mark";

sub marked {
    open my $file, '<', $mark or return ();
    chomp(my @words = <$file>);
    return @words;
}

sub host {
    my ($host) = grep { (command_line($_))[-1] =~ m{/hostile\.pl$}
        && (command_line($_))[0] =~ /persist-cgi-host/ } $httpd->workers;
    return $host // 0;
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
my $late = $httpd->open_request("$page/reads_late?mark=$mark", method => 'POST',
    body => 'x' x (1 << 20));
is $late->response->{body}, "answered\n", 'a program answers first';
becomes { marked() } 'and reads its input when nobody waits for it any more';
lives('a late reader');
unlink $mark;

ok $httpd->stop, 'httpd stops';
done_testing;
