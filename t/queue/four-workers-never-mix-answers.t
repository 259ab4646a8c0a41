# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Load qw(load_begin load_end load_or_skip);
use Test::More;

load_or_skip();
my $httpd = Persist::Httpd->new(conf => "PersistWorkers 4 4\n")->start;
$httpd->who;

my $count = $ENV{PERSIST_T_SHORT} ? 20_000 : 100_000;
my @ways = (['HTTP/1.1', '-c', 32]);
push @ways, ['HTTP/2', '-2', '-c', 8]    # with four streams each
    if $ENV{PERSIST_T_MPM} ne 'prefork';
for my $way (@ways) {
    my ($name, @arguments) = @$way;
    my $load = load_end(load_begin(
        @arguments, '-p', $httpd->{port}, '-n', $count, '/app.py/token'));
    is $load->{answered}, $count, "$count requests are answered over $name";
    is $load->{mixed}, 0, 'each with its own answer';
    is $load->{failed}, 0, 'and none fails';
    is scalar @{ $load->{pids} }, 4, 'by four workers';
    is_deeply $load->{pids}, [$httpd->workers], 'which are all there are';
}
ok $httpd->stop, 'httpd stops';

done_testing;
