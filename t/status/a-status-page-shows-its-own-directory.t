# SPDX-License-Identifier: Apache-2.0
# SetHandler persist-status in the server's configuration shows all scripts; in
# a .htaccess file, those below the directory that the URL leads into.
use v5.30;
use warnings;
use File::Copy 'copy';
use JSON::PP 'decode_json';
use Persist::Httpd;
use Test::More;

my $conf = <<'END';
LoadModule rewrite_module ${HTTPD_MODULES}/mod_rewrite.so
<Directory ROOT/site>
    AllowOverride All
    DirectorySlash Off
</Directory>
END
my $httpd = Persist::Httpd->new(conf => $conf);
my $site = "$httpd->{root}/site";

sub write_file {
    my ($path, $text) = @_;
    open my $file, '>', $path or die "$path: $!";
    print $file $text;
    close $file or die "$path: $!";
}

for my $owner (qw(alice bob alice/deep)) {
    mkdir "$site/$owner" or die $!;
    copy "$site/app.py", "$site/$owner/app.py" or die $!;
    chmod 0755, "$site/$owner/app.py";
}
my $htaccess = <<'END';
<Files status>
    SetHandler persist-status
</Files>
<If "%{QUERY_STRING} =~ /json/">
    SetHandler "%{reqenv:SURELY_NOT}persist-status"
</If>
AddHandler persist-status .st
RewriteEngine on
RewriteRule ^rewritten$ - [H=persist-status]
END
write_file("$site/alice/.htaccess", $htaccess);
write_file("$site/alice/x.st", '');
$httpd->start;
is $httpd->get("$_/app.py")->{status}, 200, "a script of $_" for '', '/alice',
    '/bob', '/alice/deep';

# The scripts that a page tells of, below the site.
sub scripts {
    my ($path, $name) = @_;
    my $answer = $httpd->get($path);
    my $report = eval { decode_json $answer->{body} } // { pools => [] };
    is $answer->{status}, 200, "$path is a status page";
    return [sort map { $_->{script} =~ s/^\Q$site\E//r } $report->{pools}->@*];
}

my $alices = ['/alice/app.py', '/alice/deep/app.py'];
is_deeply scripts('/persist-status?json'),
    ['/alice/app.py', '/alice/deep/app.py', '/app.py', '/bob/app.py'],
    'the server\'s own shows all';
is_deeply scripts('/alice/status?json'), $alices,
    'one by .htaccess what lies below it';
is_deeply scripts('/alice/deep/status?json'), ['/alice/deep/app.py'],
    'or below where the URL leads';
is_deeply scripts('/alice/x.st?json'), $alices, 'so does AddHandler';
is_deeply scripts('/alice/rewritten?json'), $alices, 'and RewriteRule';
is_deeply scripts('/alice?json'), $alices, 'and the directory without a slash';

my $text = $httpd->get('/alice/status')->{body};
like $text, qr{/alice/app\.py}, 'the page without scripts, too, shows hers';
unlike $text, qr{/bob/}, 'and not others\'';
my $metrics = $httpd->get('/alice/status?metrics')->{body};
like $metrics, qr{/alice/app\.py}, 'the metrics show hers';
unlike $metrics, qr{/bob/}, 'and not others\'';

# The last lines about scripts, which may hold what others must not know.
my $line = qr/"kind":"start".*"text":"is started"/;
unlike $httpd->get($_)->{body}, qr/is started/, "$_ shows no line"
    for '/persist-status?json', '/persist-status', '/alice/status?json',
    '/alice/status';
write_file("$site/alice/.htaccess", "$htaccess\nPersistStatusLog on\n");
like $httpd->get('/alice/status?json')->{body}, $line,
    'her page does where her .htaccess says so';
like $httpd->get('/alice/status')->{body}, qr/^  start   is started$/m,
    'so does the one without scripts';
unlike $httpd->get($_)->{body}, qr/is started/, "$_ does not"
    for '/persist-status?json', '/persist-status?metrics',
    '/alice/status?metrics';
write_file("$site/alice/.htaccess", $htaccess);
$httpd->configure(<<'END');
<Location /persist-status>
    PersistStatusLog on
</Location>
END
$httpd->graceful;
like $httpd->get('/persist-status?json')->{body}, $line,
    'that of the server shows them where the administrator says so';
unlike $httpd->get('/persist-status?metrics')->{body}, qr/is started/,
    'metrics never do';
$httpd->configure("${conf}PersistStatusLog on\n");
$httpd->graceful;
unlike $httpd->get('/alice/status?json')->{body}, qr/is started/,
    'nor does he say so for pages that .htaccess has made';
ok $httpd->stop, 'httpd stops';

done_testing;
