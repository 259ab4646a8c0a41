# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Apache::Test ();
use Apache::TestRequest 'GET_BODY';
use File::Temp 'tempdir';
use JSON::PP 'decode_json';
use Persist::Http 'threads_at_work';
use Persist::Wait 'becomes';
use Test::More;

my $port = Apache::Test::vars('port');
my ($leave, $stay) = $ENV{PERSIST_T_LONG} ? (500, 50) : (40, 8);
my $dir = tempdir(CLEANUP => 1);
chmod 0777, $dir;

# Those who stay ask first, and read at the end; the others leave a few at a
# time, because each holds a worker while it is there.
my @stay;
my $length = 3 << 20;
for (1 .. $stay) {
    push @stay, Persist::Http->new($port)->request('GET',
        "/flow/flow.py/give?length=$length&announced=1",
        headers => ['Connection', 'close']);
    for (1 .. $leave / $stay) {
        my $http = Persist::Http->new($port);
        $http->request('GET', "/flow/flow.py/endless?dir=$dir");
        is $http->head->{status}, 200, 'a stream begins' if @stay == 1;
        $http->take(10000);
    }
    if (@stay % 4 == 0) {
        for my $http (splice @stay, -4) {
            my $answer = $http->response;
            is length $answer->{body}, $length, 'who stays is served';
        }
    }
}
is length $_->response->{body}, $length, 'who stays is served' for @stay;
@stay = (); # httpd lingers until they close
becomes { my @marks = glob "$dir/*"; @marks >= int($leave / $stay) * $stay }
    'each script is told that its client has gone';
is +Persist::Http->once($port, 'GET', '/flow/flow.py/unread')->{body},
    "not read\n", 'the next request is served';
becomes {
    my $status = decode_json GET_BODY '/persist-status?json';
    my ($pool) = grep { $_->{script} =~ /flow\.py/ } $status->{pools}->@*;
    $pool && !grep { $_->{busy} || $_->{state} =~ /leased|finishing/i }
        $pool->{workers}->@*
} 'all workers are free';
becomes { threads_at_work($port) == 1 } 'no thread of httpd is left waiting';

done_testing;
