# SPDX-License-Identifier: Apache-2.0
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Wait 'becomes';
use Test::More;

plan skip_all => 'there is no www-data' if !defined getpwnam 'www-data';

# Each of these must keep httpd from starting, with its code on the terminal.
sub refuses {
    my ($code, $name, $conf, $prepare) = @_;
    my $httpd = Persist::Httpd->new(conf => $conf);
    $prepare->($httpd->{root}) if $prepare;
    isnt $httpd->command('-t'), 0, "$name is no good configuration";
    like $httpd->output, qr/$code/, "but $code";
    isnt $httpd->command('-k', 'start'), 0, 'a start fails';
    is scalar(() = $httpd->output =~ /$code/g), 2, 'and says so';
    becomes { !$httpd->processes } 'and httpd does not start';
    ok !$httpd->answers, 'nobody listens';
}

my $user = "User www-data\nGroup www-data\n";
refuses('PERSIST5001', 'a runtime directory that all may write to', $user,
    sub { mkdir "$_[0]/r"; chmod 0777, "$_[0]/r" });
refuses('PERSIST5001', 'a runtime directory of another user', $user,
    sub { mkdir "$_[0]/r"; chown 65534, 65534, "$_[0]/r" });
refuses('PERSIST5001', 'a runtime directory that is a link', $user,
    sub { mkdir "$_[0]/x"; symlink "$_[0]/x", "$_[0]/r" });

# httpd itself refuses User root; persistd trusts nobody in that.
my @arguments = (qw(--instance /nonexistent/instance --owners 1 --slots 1 --pools 1),
    qw(--exec /bin/true --parent), $$);
my $said = `$ENV{PERSIST_T_DAEMON} @arguments 2>&1 </dev/null`;
is $? >> 8, 1, 'persistd does not run as root';
like $said, qr/PERSIST5003/, 'which is PERSIST5003';

done_testing;
