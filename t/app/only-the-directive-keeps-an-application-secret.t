# SPDX-License-Identifier: Apache-2.0
# What is sent of a folder where the module, or its .htaccess file, does not
# count: nothing with PersistApp, everything with SetHandler alone.
use v5.30;
use warnings;
use Persist::App qw(application_on put);
use Persist::Httpd;
use Test::More;

my ($httpd, $app) = application_on('Persist::Httpd');
put("$app/app.wsgi" => 'SECRET', "$app/.env" => 'SECRET');

# Starts httpd with or without the module, and with this .htaccess file.
sub serve {
    my ($htaccess, %o) = @_;
    my $override = $o{override} // 'All';
    $httpd->configure(<<"END", unloaded => $o{unloaded});
<Directory ROOT/site/app>
    AllowOverride $override
    Require all granted
</Directory>
END
    put("$app/.htaccess" => "Options +ExecCGI\n$htaccess\n");
    $httpd->start;
    my %sent = map { ($_ => $httpd->get("/app/$_")->{status}) }
        qw(app.wsgi .env none);
    $httpd->stop or die;
    return \%sent;
}

sub all { return { map { ($_ => $_[0]) } qw(app.wsgi .env none) } }

is_deeply serve('PersistApp auto', unloaded => 1), all(500),
    'without the module, PersistApp lets nothing out';

# persistctl doctor finds these.
my $open = { 'app.wsgi' => 200, '.env' => 200, none => 404 };
is_deeply serve('SetHandler persist-app', unloaded => 1), $open,
    'SetHandler alone lets everything out';
is_deeply serve("<IfModule persist_module>\nPersistApp auto\n</IfModule>",
    unloaded => 1), $open, 'so does <IfModule>';
is_deeply serve('PersistApp auto', override => 'None'), $open,
    'and AllowOverride None';

done_testing;
