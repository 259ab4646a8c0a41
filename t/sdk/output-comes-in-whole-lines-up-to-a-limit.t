# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Wait 'becomes';
use Test::More;
use Time::HiRes 'time';

my $httpd = Persist::Httpd->new->start;
my $page = '/flow/prints.py';
my $line = qr/pool \S+prints\.py: line (\d{6}) \.{60} end$/m;

sub numbers {
    my @numbers = $httpd->log =~ /$line/g;
    return @numbers;
}

is $httpd->get("$page?count=100")->{status}, 200, 'a script prints';
becomes { numbers() == 100 } 'each line comes whole';
is join(' ', numbers()), join(' ', map { sprintf '%06d', $_ } 0 .. 99),
    'once, in order';

my $began = time;
is $httpd->get("$page?first=100&count=30000")->{status}, 200,
    'it prints 2 MB at once';
my $who = $httpd->get('/app.py/print?mark=calm');
ok $httpd->wait_log(qr/complaint calm/), 'another script has its say';
is $httpd->get("$page?first=90000&count=1")->{status}, 200, 'it is served';

# Although the script prints nothing more.
my ($dropped, %seen);
becomes {
    $dropped = 0;
    $dropped += $_ for $httpd->log =~ /(\d+) lines of output were dropped/g;
    %seen = ();
    $seen{$_}++ for numbers();
    keys(%seen) + $dropped == 30101
} 'the log says how many lines were dropped, and no more are missing';
# 256 KiB a second are less than 2000 of these lines in the log.
cmp_ok $dropped, '>', 30_000 - 2000 * (2 + time - $began),
    'which is what exceeds the rate';
is scalar(grep { $_ > 1 } values %seen), 0, 'nothing comes twice';
is scalar(() = $httpd->log =~ /prints\.py: line/g), scalar(keys %seen),
    'nor in parts';

ok $httpd->stop, 'httpd stops';
done_testing;
