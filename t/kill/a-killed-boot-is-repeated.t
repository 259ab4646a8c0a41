# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use IO::Select;
use Persist::App 'put';
use Persist::Httpd;
use Persist::Wait 'wait_for';
use Test::More;

my $httpd = Persist::Httpd->new(conf => <<'END')->start;
PersistWorkers 0 1
PersistQueue 100 120s
PersistBootTimeout 120s
<Files "slain.*">
    SetHandler persist-script
</Files>
END
my %seen;

# The worker that starts: another one than before.
sub booting {
    my ($new) = grep { !$seen{$_} }
        map { /booting\.(\d+)$/ } glob "$httpd->{root}/booting.*";
    $seen{$new} = 1 if $new;
    return $new;
}

sub next_boot { &wait_for(\&booting) // die 'no worker starts' }

my $request = $httpd->open_request('/boot/slow.py');
kill $_, next_boot() for 'KILL', 'TERM';
my $third = next_boot();
open my $go, '>', "$httpd->{root}/go" or die $!;
my $answer = $request->response;
is $answer->{status}, 200, 'a request outlasts two boots that were killed';
is $answer->{body}, $third, 'the third start serves it';
ok $httpd->wait_log(qr/killed by signal 9 .* another one is started/),
    'the log tells of them';
unlike $httpd->log, qr/PERSIST/, 'as of no failure of the script';

# Killed whenever it starts, until the request is answered. Each of these shells is
# there at once; where a machine is too slow to start two of them in that time, the
# next script has more of it.
my $slain = <<'END';
#!/bin/sh
: >"$PERSIST_T_ROOT/booting.$$"
while :; do sleep 1; done
END

# How often it was killed, while a boot may last so many seconds.
sub slay {
    my ($seconds) = @_;
    my $site = "$httpd->{root}/site/boot";
    put("$site/slain.$seconds" => $slain);
    put("$site/.htaccess" => "PersistBootTimeout ${seconds}s\n");
    $request = $httpd->open_request("/boot/slain.$seconds");
    my $answer_comes = IO::Select->new($request->{socket});
    my $killed = 0;
    wait_for {
        my $pid = booting();
        $killed += kill 'KILL', $pid if $pid;
        $answer_comes->can_read(0);
    } 120;
    return $killed;
}

my $killed;
for my $seconds (3, 12, 48) {
    $killed = slay($seconds);
    last if $killed > 1;
}
cmp_ok $killed, '>', 1, 'it is started again while a boot may last';
is $request->response->{status}, 500, 'and then that is an error';
ok $httpd->wait_log(
    qr/PERSIST2002: .*signal 9 .* by somebody else, $killed in a row/),
    'the log says why';
is $httpd->get('/app.py')->{status}, 200, 'other scripts do not notice';

ok $httpd->stop, 'httpd stops';
done_testing;
