# SPDX-License-Identifier: Apache-2.0
# A worker must not run as the shared user what suexec would run as another.
use v5.30;
use warnings;
use Persist::Httpd;
use Persist::Wait 'becomes';
use Test::More;

plan skip_all => 'there is no www-data' if !defined getpwnam 'www-data';
my ($wrapper) = `$ENV{HTTPD} -V 2>/dev/null` =~ /SUEXEC_BIN="(.*)"/;
plan skip_all => 'suexec is not installed' if !$wrapper || !-u $wrapper;

my $httpd = Persist::Httpd->new(conf => <<"END");
User www-data
Group www-data
LoadModule suexec_module $ENV{HTTPD_MODULES}/mod_suexec.so
LoadModule userdir_module $ENV{HTTPD_MODULES}/mod_userdir.so
UserDir ROOT/*
<Directory ROOT/nobody>
    Options +ExecCGI
    SetHandler persist-script
    Require all granted
</Directory>
Listen 127.0.0.1:SECOND
<VirtualHost 127.0.0.1:SECOND>
    DocumentRoot ROOT/site
    SuexecUserGroup nobody nogroup
</VirtualHost>
END
my $second = Persist::Httpd::free_port();
$httpd->configure($httpd->{conf} =~ s/SECOND/$second/gr);
mkdir "$httpd->{root}/nobody" or die $!;
system('cp', "$httpd->{root}/site/app.py", "$httpd->{root}/nobody") == 0 or die;
$httpd->start;

my %place = (
    'a host with SuexecUserGroup' =>
        Persist::Http->once($second, 'GET', '/app.py'),
    'a directory of mod_userdir' => $httpd->get('/~nobody/app.py'));
for my $name (sort keys %place) {
    is $place{$name}{status}, 500, "$name is refused";
}
my ($host, $home) = map { scalar $httpd->log =~ m{(PERSIST1006: .*: \S*$_)} ? $1 : '' }
    'site/app\.py', 'nobody/app\.py';
my $what = 'PERSIST1006: suexec would run the script as another user: ';
like $host, qr/^${what}SuexecUserGroup is set here/, 'the host is told why';
like $home, qr{^${what}mod_userdir sets that for /~nobody; Suexec Off ends it},
    'and so is the directory of the user';
is_deeply [$httpd->workers], [], 'nothing was started for them';
is $httpd->get('/app.py')->{status}, 200, 'other places are served';

$httpd->configure("Suexec Off\n" . $httpd->{conf} =~ s/^\s*SuexecUserGroup.*\n//mr
    =~ s/SECOND/$second/gr);
$httpd->graceful;
becomes { $httpd->get('/~nobody/app.py')->{status} == 200 }
    'Suexec Off does end it';

ok $httpd->stop, 'httpd stops';
done_testing;
