# SPDX-License-Identifier: Apache-2.0
# The soft deadline, in each language that has an SDK. It counts from the moment at
# which the request has a worker: a page that has not begun by then is asked again
# with a longer one, which the query names.
use v5.30;
use warnings;
use Persist::Httpd;
use Test::More;

my $httpd = Persist::Httpd->new(conf => <<"END" . Persist::Httpd->ruby . Persist::Httpd->lua)->start;
ErrorLogFormat "[%L] %M"
PersistWorkers 0 1
<LocationMatch "/(?:spin|sleep|catch|stream)\$">
    PersistRequestTimeout 200ms 300s
</LocationMatch>
<If "%{QUERY_STRING} == 'slow'">
    PersistRequestTimeout 2s 300s
</If>
<If "%{QUERY_STRING} == 'slowest'">
    PersistRequestTimeout 20s 300s
</If>
END

# The first answer that is as it should be, or the last one.
sub late {
    my ($path, $is_right) = @_;
    my $answer;
    for my $how ('', '?slow', '?slowest') {
        $answer = $httpd->get("$path$how");
        last if $is_right->($answer);
    }
    return $answer;
}

my @others = (Persist::Httpd->ruby ? 'late.rb' : (),
    Persist::Httpd->lua ? 'late.lua' : ());
for my $script ('late.py', @others) {
    my $pid = $httpd->get("/late/$script/who")->{body};
    # The traceback ends where the script was, if it had got there.
    my $id = '';
    my $deep = sub {
        ($id) = reverse $httpd->log =~ m{/$script: (?:pid \d+: )?id=(\S+) spins}g;
        return defined $id
            && $httpd->wait_log(qr/^\[\Q$id\E\] .*$script.*deep/m, 5);
    };
    is late("/late/$script/spin", $deep)->{status}, 504,
        "$script: spin takes too long: 504";
    is $httpd->get("/late/$script/sleep")->{status}, 504, 'and so does sleep';
    for my $line (qr/PERSIST4010: .*$script/, qr/DeadlineExceeded/,
        qr/$script.*deep/) {
        ok $httpd->wait_log(qr/^\[\Q$id\E\] .*$line/m),
            "the log has $line under the request's id";
    }
    my $caught = late("/late/$script/catch", sub { $_[0]{status} == 200 });
    is "$caught->{status} $caught->{body}", '200 caught at 0.0',
        'it may answer all the same';
    my $cut = late("/late/$script/stream", sub { $_[0]{body} eq 'half' });
    is $cut->{body}, 'half', 'what it had sent arrives';
    ok !$cut->{complete}, 'and is cut, not ended properly';
    is $httpd->get("/late/$script/who")->{body}, $pid,
        'and all that by one worker';
}
ok $httpd->stop, 'httpd stops';
done_testing;
