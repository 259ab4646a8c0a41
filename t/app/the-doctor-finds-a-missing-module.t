# SPDX-License-Identifier: Apache-2.0
# persistctl doctor where httpd does not load mod_persist: by PersistApp that is
# a 500, but what httpd takes for plain files is sent.
use v5.30;
use warnings;
use Persist::App 'put';
use Persist::Doctor qw(doctor use_conf_of);
use Persist::Httpd;
use Test::More;

plan skip_all => 'curl is not there' if system('curl -V >/dev/null 2>&1');

my $httpd = Persist::Httpd->new;
my $conf = Persist::Httpd::slurp($httpd->conf_file);
$conf =~ s{^<Location /persist-status>.*?^</Location>\n}{}ms;
$conf = join "\n", grep { !/^Persist|persist\.conf/ } split /\n/, $conf;
put($httpd->conf_file => "$conf\n");
my $site = "$httpd->{root}/site";
my $app = "def application(environ, start_response):\n    pass\n";
my $lines = "Options +ExecCGI\nPersistApp auto\n";
put("$site/plain/app.wsgi" => $app, "$site/plain/.htaccess" => $lines,
    "$site/if/app.wsgi" => $app, "$site/if/.env" => "KEY=secret\n",
    "$site/if/.htaccess" => "<IfModule mod_persist.c>\n$lines</IfModule>\n",
    "$site/lone/app.wsgi" => $app,
    "$site/lone/.htaccess" => "Options +ExecCGI\nSetHandler persist-app\n");
chmod 0640, "$site/if/.env" or die $!;
use_conf_of($httpd);
$httpd->start;

sub finds {
    my ($folder, @patterns) = @_;
    my $found = doctor($httpd, $folder);
    is $found->{status}, 1, "$folder: something is wrong";
    like $found->{said}, $_, 'which is found' for @patterns,
        qr{^wrong +module: .*\n +mend: sudo a2enmod persist}m,
        qr{^wrong +runtime directory: }m;
    unlike $found->{said}, qr/^well +(?:module|AllowOverride|ExecCGI|URL)/m,
        'and nothing behind it is praised';
}

is $httpd->get('/plain/app.wsgi')->{status}, 500, 'PersistApp is not known';
finds('plain', qr{^well +exposed: none of those tried is sent}m);
finds('if', qr{^warning +\.htaccess: .*IfModule.*\n +mend: take <IfModule>}m,
    qr{^wrong +exposed: \S+/if/app\.wsgi}m,
    qr{^wrong +exposed: \S+/if/\.env}m);
finds('lone', qr{^warning +\.htaccess: .*\n +mend: PersistApp auto}m,
    qr{^wrong +exposed: \S+/lone/app\.wsgi}m);

ok $httpd->stop, 'httpd stops';
done_testing;
