# SPDX-License-Identifier: Apache-2.0
# persistctl takes the folder of an application, or a link to it, for its script;
# and says which of a script's pools serves.
use v5.30;
use warnings;
use Persist::App qw(application_on put $ECHO);
use Persist::Ctl 'ctl';
use Persist::Httpd;
use Persist::Process 'is_alive';
use Test::More;

my ($httpd, $app) = application_on('Persist::Httpd');
my $site = "$httpd->{root}/site";
my $LINES = "Options +ExecCGI\nPersistApp echo.py\n";
put("$app/inner/echo.py" => $ECHO, "$app/inner/.htaccess" => $LINES,
    "$site/scripts/one.py" => $ECHO, "$site/scripts/two.py" => $ECHO,
    "$site/scripts/.htaccess" => "Options +ExecCGI\n<FilesMatch \"\\.py\$\">\n"
        . "SetHandler persist-script\n</FilesMatch>\n");
mkdir "$site/empty" or die $!;
symlink 'app', "$site/link" or die $!;
$httpd->start;

# persistctl with these words, where this is the working directory.
sub at {
    my ($folder, @words) = @_;
    chdir $folder or die "$folder: $!";
    return ctl($httpd, @words);
}

my $before = at($app, 'status', '.');
is $before->{status}, 1, 'before its first request an application has no pool';
like $before->{said}, qr{^persistctl: \.: no application of this folder .*first request}m,
    'which is said';

is $httpd->get($_)->{status}, 200, "$_ answers" for '/app/', '/app/inner/',
    map { "/scripts/$_.py" } 'one', 'two';
my ($pid) = ctl($httpd, 'pid', "$app/echo.py")->{said} =~ /^(\d+)$/;
ok $pid, 'it has a worker';

for my $name ('.', $app, "$app/", "$site/link", '../link', "$app/echo.py") {
    is at($app, 'pid', $name)->{said}, "$pid\n", "$name is the application";
}
for my $command ('status', 'pools', 'workers', 'top') {
    my $shown = at($app, $command, '.');
    is $shown->{status}, 0, "$command shows it" or diag $shown->{said};
    like $shown->{said}, qr{\Q$app\E/echo\.py$}m, 'by its file';
    unlike $shown->{said}, qr{inner}, 'and not the one inside';
}
my $all = ctl($httpd, 'pools', "$site/scripts");
like $all->{said}, qr{/scripts/\Q$_\E$}m, "a folder of scripts shows $_"
    for 'one.py', 'two.py';

# Orders.
my ($inner) = ctl($httpd, 'pid', "$app/inner")->{said} =~ /^(\d+)$/;
my $restart = at($app, 'restart', '.');
is $restart->{status}, 0, 'an order to the folder is carried out'
    or diag $restart->{said};
is $restart->{said}, "$app/echo.py: restarted (1 worker)\n", 'by its application';
ok !is_alive($pid), 'whose worker was replaced';
ok is_alive($inner), 'and not that of the one inside';
for my $command ('stop', 'start', 'reload', 'drain') {
    my $done = ctl($httpd, $command, "$site/link");
    is $done->{status}, 0, "$command by a link" or diag $done->{said};
}
my $none = ctl($httpd, 'stop', "$site/scripts");
is $none->{status}, 1, 'a folder of scripts takes no order';
like $none->{said}, qr{no application of this folder}, 'since it has no application';
like $none->{said}, qr{^persistctl: below it there is \Q$site\E/scripts/\Q$_\E$}m,
    "but $_ is named" for 'one.py', 'two.py';
is $httpd->get('/scripts/one.py')->{status}, 200, 'and goes on';
my $empty = ctl($httpd, 'drain', "$site/empty");
is $empty->{status}, 1, 'nor does an empty one';
unlike $empty->{said}, qr{owner|below it there}, 'which is not blamed on its owner';

# Two edits of .htaccess.
is $httpd->get('/app/')->{status}, 200, 'it answers again';
for my $value ('one', 'two') {
    put("$app/.htaccess" => "${LINES}PersistEnv EDIT $value\n");
    is $httpd->get('/app/')->{status}, 200, "after edit $value, too";
}
my $said = at($app, 'status', '.')->{said};
my @blocks = $said =~ m{^\Q$app\E/echo\.py\n  (.*?),}mg;
is scalar(@blocks), 3, 'there are three pools';
is scalar(grep { /^new settings: ready$/ } @blocks), 1, 'one serves';
is scalar(grep { /^old settings$/ } map { s/^(old settings).*/$1/r } @blocks), 2,
    'the others have old settings' or diag $said;
my @states = at($app, 'pools', '.')->{said} =~ m{^(\w+)\t}mg;
is_deeply [sort grep { !/^STATE/ } map { s/draining/old/r } @states],
    ['old', 'old', 'ready'], 'pools says so, too';
like at("$app/inner", 'status', '.')->{said}, qr{/echo\.py\n  ready}, 'a lone pool has none';

chdir '/' or die $!;
ok $httpd->stop, 'httpd stops';
done_testing;
