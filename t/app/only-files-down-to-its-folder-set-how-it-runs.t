# SPDX-License-Identifier: Apache-2.0
# A .htaccess file below an application's folder, which somebody may have uploaded,
# sets nothing of how the application runs, and makes no workers of its own.
use v5.30;
use warnings;
use Persist::App qw(application_on ask put);
use Persist::Httpd;
use Test::More;

# Which of the variables that start with T_ it has.
my $TELL = <<"END";
#!$ENV{PERSIST_T_PYTHON}
import os
import persist_worker
for request in persist_worker.each_request():
    request.body.read()
    names = sorted(name[2:] for name in os.environ if name.startswith("T_"))
    request.respond(200, {"Content-Type": "text/plain"}, " ".join(names).encode())
END

my ($httpd, $app) = application_on('Persist::Httpd', more => <<'END',
<Directory ROOT/site/app/media/server>
    PersistEnv T_DIRECTORY 1
</Directory>
<Location /app/media/place>
    PersistEnv T_LOCATION 1
</Location>
END
    htaccess => "PersistEnv T_APP 1\n<Files *>\nPersistEnv T_FILES 1\n</Files>\n",
    files => { 'echo.py' => $TELL });
my $site = "$httpd->{root}/site";
put("$site/.htaccess" => "PersistEnv T_ABOVE 1\n",
    "$site/error/.htaccess" => "ErrorDocument 404 /app/media/deep/lost\n",
    map { ("$app/$_" => $TELL) } qw(media/deep/x media/server/y
        mid/in/echo.py left/deep/tell.py));
$httpd->start;
my $own = 'ABOVE APP FILES';

# Each directive that .htaccess may have.
my $mark = "$httpd->{root}/mark";
put("$app/media/upload" => "touch $mark\n");
my @lines = ("PersistInterpreter .py /bin/sh $app/media/upload", 'PersistMode cgi',
    'PersistWorkers 1 1', 'PersistConcurrency 1', 'PersistThreads 2',
    'PersistIdleTimeout 10s', 'PersistMaxRequests 1', 'PersistMaxAge 1h',
    'PersistMemoryLimit 1G 2G', 'PersistReload off', 'PersistQueue 1 1ms',
    'PersistRequestTimeout 1ms 1ms', 'PersistBootTimeout 1ms', 'PersistMaxBody 1',
    'PersistBuffer off', 'PersistEnv T_BELOW 1', 'PersistDebug on',
    'PersistServerTiming on', 'PersistAffinity %{REQUEST_URI}',
    'PersistClientAbort off');
my @sections = ('%s', '<Files *>\n%s\n</Files>', '<If true>\n%s\n</If>');

sub asks_well {
    my ($path, $name) = @_;
    my $answer = $httpd->get($path, method => 'POST', body => 'body');
    is_deeply [$answer->@{qw(status body)}, $answer->{headers}{'server-timing'}],
        [200, $own, undef], $name;
}

for my $folder (qw(media media/deep)) {
    for my $line (@lines) {
        put("$app/$folder/.htaccess" => "$line\n");
        asks_well("/app/media/deep/none", "$line in $folder/ is without effect");
    }
    for my $section (@sections) {
        my $text = sprintf $section =~ s/\\n/\n/gr, join "\n", @lines;
        put("$app/$folder/.htaccess" => "$text\n");
        asks_well("/app/media/deep/$_", "so are all in $section, for $_")
            for qw(none x);
    }
    is ask($httpd, '/error/none'), $own, 'so they are for an error page';
    unlink "$app/$folder/.htaccess" or die $!;
}
ok !-e $mark, 'nothing that was uploaded has run';
is scalar(grep { $_->{script} eq "$app/echo.py" } $httpd->status->{pools}->@*), 1,
    'and the application has one pool';

is ask($httpd, '/app/media/server/x'), $own =~ s/APP/$& DIRECTORY/r,
    '<Directory> of the server sets something below';
is ask($httpd, '/app/media/place/x'), "$own LOCATION", 'so does <Location>';

# Who leaves the application has what the folders on the way set.
put("$app/mid/.htaccess" => "PersistEnv T_MID 1\n",
    "$app/mid/in/.htaccess" => "PersistApp echo.py\nPersistEnv T_IN 1\n",
    "$app/mid/in/up/.htaccess" => "PersistEnv T_UP 1\n",
    "$app/left/.htaccess" => "SetHandler persist-script\nPersistEnv T_LEFT 1\n",
    "$app/left/deep/.htaccess" => "PersistEnv T_DEEP 1\n");
is ask($httpd, '/app/mid/x'), $own, 'a folder on the way to an inner one';
is ask($httpd, "/app/mid/in/$_"), "$own IN MID", "the inner application: $_"
    for qw(x up/x);
is ask($httpd, '/app/left/deep/tell.py'), 'ABOVE APP DEEP FILES LEFT',
    'a script that has left';

ok $httpd->stop, 'httpd stops';
done_testing;
