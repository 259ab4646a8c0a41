# SPDX-License-Identifier: Apache-2.0
# The soft deadline, in each language that has an SDK.
use v5.30;
use warnings;
use Persist::Httpd;
use Test::More;

my $httpd = Persist::Httpd->new(conf => <<"END" . Persist::Httpd->ruby . Persist::Httpd->lua)->start;
ErrorLogFormat "[%L] %M"
PersistWorkers 0 1
# Enough for a slow machine to get as far as the page goes; others are not late.
<LocationMatch "/(?:spin|sleep|catch|stream)\$">
    PersistRequestTimeout 500ms 300s
</LocationMatch>
END

my @others = (Persist::Httpd->ruby ? 'late.rb' : (),
    Persist::Httpd->lua ? 'late.lua' : ());
for my $script ('late.py', @others) {
    my $pid = $httpd->get("/late/$script/who")->{body};
    for my $page ('spin', 'sleep') {
        is $httpd->get("/late/$script/$page")->{status}, 504,
            "$script: $page takes too long: 504";
    }
    my ($id) = $httpd->log =~ m{/$script: (?:pid \d+: )?id=(\S+) spins};
    for my $line (qr/PERSIST4010: .*$script/, qr/DeadlineExceeded/,
        qr/$script.*deep/) {
        ok $httpd->wait_log(qr/^\[\Q$id\E\] .*$line/m),
            "the log has $line under the request's id";
    }
    my $caught = $httpd->get("/late/$script/catch");
    is "$caught->{status} $caught->{body}", '200 caught at 0.0',
        'it may answer all the same';
    my $cut = $httpd->get("/late/$script/stream");
    is $cut->{body}, 'half', 'what it had sent arrives';
    ok !$cut->{complete}, 'and is cut, not ended properly';
    is $httpd->get("/late/$script/who")->{body}, $pid,
        'and all that by one worker';
}
ok $httpd->stop, 'httpd stops';
done_testing;
