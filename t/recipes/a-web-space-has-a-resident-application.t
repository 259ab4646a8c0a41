# SPDX-License-Identifier: Apache-2.0
# docs/guides/shared-hosting.md: a home on an httpd that runs CGI programs only.
use v5.30;
use warnings;
use File::Basename 'dirname';
use Persist::App qw(modules put);
use Persist::Cgi;
use Persist::Guide;
use Persist::Httpd;
use Persist::Process 'with_word_like';
use Persist::Recipe;
use Persist::Wait 'wait_for';
use Test::More;

Persist::Recipe->needs('python', 'curl');
my $guide = Persist::Guide->new('guides/shared-hosting.md',
    conf => Persist::Cgi::conf() . modules('rewrite'));
my $home = $guide->{httpd}{root};

# What the archives have.
my ($programs, $sdk, $runners) = (dirname($ENV{PERSIST_T_DAEMON}),
    $ENV{PERSIST_T_PYTHONPATH}, $ENV{PERSIST_T_RUNNERS});
my $unpacked = system(<<"END");
mkdir -p $home/public_html $home/mod_persist/python &&
cp $programs/* $ENV{PERSIST_T_PERSISTCTL} $home/mod_persist &&
cp -R $sdk/persist_worker $runners/python/run.py $home/mod_persist/python &&
chmod -R go-w $home/public_html $home/mod_persist
END
is $unpacked, 0, 'a home has the programs';
# The host has Python with its venv, as the page says.
put("$home/asked" => "python3-venv\n");
put("$home/etc/apache2/sites-enabled/page.conf" => <<"END");
<VirtualHost 127.0.0.1:$guide->{httpd}{port}>
    DocumentRoot $home/public_html
    AddHandler cgi-script .cgi
    <Directory $home/public_html>
        Options +ExecCGI
        AllowOverride All
        Require all granted
    </Directory>
</VirtualHost>
END
$guide->{httpd}->graceful;

# The user of the tests has no home of his own in the password file.
$guide->go_on(
    excepted => {
        'tar -xzf' => 'front_door/tests/static.test makes the archive',
        'unzip ' => 'the wheel is made on another machine'},
    before => sub {
        my $settings = "$home/public_html/shop/.persist";
        return if !-e $settings || Persist::Httpd::slurp($settings) =~ /RuntimeDir/;
        open my $file, '>>', $settings or die $!;
        print $file "PersistRuntimeDir $home/own\nPersistDaemon $home/mod_persist/persistd\n";
    });
sub own_persistd { with_word_like(qr{^\Q$home\E/own}) }

ok own_persistd(), 'a persistd of their own has run';
kill 'TERM', own_persistd();
ok wait_for { !own_persistd() }, 'and ends';

done_testing;

END { kill 'KILL', own_persistd() if $home }
