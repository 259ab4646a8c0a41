# SPDX-License-Identifier: Apache-2.0
# What a view has started inherits the connection to httpd. When the worker is
# killed, nobody may wait for the end of that.
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Process 'is_alive';
use Persist::Wait 'becomes';
use Test::More;
use Time::HiRes 'time';

# Of what is left behind, none ends within ten minutes.
use constant SOON => $ENV{PERSIST_T_LONG} ? 2 : 60;

my $httpd = Persist::Httpd->new(conf => "PersistWorkers 0 1\n")->start;
my $page = '/flow/family.py';

for my $way (qw(system fork session)) {
    my $file = "$httpd->{root}/$way";
    my $first = $httpd->open_request("$page/$way?$file", method => 'POST',
        body => 'x');
    becomes { -s $file } "a view leaves somebody behind: $way";
    my $pid = Persist::Httpd::slurp($file);

    # Amid its exec a process shows no environment, and is not found by it.
    my @family;
    becomes { @family = grep { $_ != $pid } $httpd->workers } 'who lives';
    kill 'KILL', $pid;
    my $killed = time;
    is $first->response->{status}, 502, 'its worker is killed: a 502';
    cmp_ok time - $killed, '<', SOON, 'at once';
    my $new = $httpd->get("$page/alone");
    is $new->{status}, 200, 'the next request is served';
    isnt $new->{body}, $pid, 'by another worker';
    cmp_ok time - $killed, '<', 2 * SOON, 'soon';
    if ($way eq 'session') {
        ok !(grep { !is_alive($_) } @family), 'a session of its own lives on';
        kill 'KILL', @family;
    } else {
        becomes { !grep { is_alive($_) } @family } 'the family dies with it';
    }
}

# A safe request is run again, and nobody notices.
my $file = "$httpd->{root}/again";
my $first = $httpd->open_request("$page/system?$file");
becomes { -s $file } 'a GET waits in its worker';
my $pid = Persist::Httpd::slurp($file);
unlink $file;
kill 'KILL', $pid;
becomes { -s $file && Persist::Httpd::slurp($file) != $pid }
    'when that is killed, another one has it';
kill 'KILL', Persist::Httpd::slurp($file);
is $first->response->{status}, 502, 'two deaths are enough';
is scalar(() = $httpd->log =~ m{\] PERSIST4001: .*: \S+/family\.py \(\S+\)$}mg), 4,
    'the log has the code of each 502';

ok $httpd->stop, 'httpd stops';
done_testing;
