# SPDX-License-Identifier: Apache-2.0
# Somebody who may write below static/ cannot have httpd send what is elsewhere,
# also not by a link that he makes after httpd has looked at the file's path.
use v5.30;
use warnings;
use Persist::App qw(application_on ask modules put);
use Persist::Httpd;
use Test::More;

# The rule changes nothing but the folder of the file, between the look and the
# moment at which httpd opens the file.
my ($httpd, $app) = application_on('Persist::Httpd',
    more => modules(qw(include filter)) . <<'END');
RewriteEngine On
RewriteMap swap prg:ROOT/swap
<Directory ROOT/site/app>
    RewriteEngine On
    RewriteCond %{THE_REQUEST} swap
    RewriteCond %{REQUEST_FILENAME} /(?:static|public)/
    RewriteCond ${swap:now} done
    RewriteRule . -
</Directory>
END
my $root = $httpd->{root};
put("$root/swap" => <<"END", "$root/outside/x.css" => 'SECRET');
#!/bin/sh
while read -r word; do
    mv $app/static/deep $app/static/taken
    ln -s ../../../outside $app/static/deep
    echo done
done
END

sub fresh {
    my ($folder) = @_;
    system 'rm', '-rf', "$app/static", "$app/public";
    put("$app/static/deep/x.css" => 'p {}');
    symlink 'static', "$app/public" or die $! if $folder eq 'public';
}
fresh('static');
$httpd->start;

is ask($httpd, '/app/static/deep/x.css'), 'p {}', 'a file is sent';
is ask($httpd, '/app/static/deep/x.css?swap'), 403, 'the link is not followed';
ok -l "$app/static/deep", 'which was there in time';
ok $httpd->wait_log(qr{x\.css has become a link to \S+/outside/x\.css while}),
    'and the log says it';
is ask($httpd, '/app/static/deep/x.css'), 'GET [/app] [/static/deep/x.css]',
    'then the application is asked';
fresh('static');
is $httpd->get('/app/static/deep/x.css?swap', headers => [Range => 'bytes=0-2'])
    ->{status}, 403, 'nor for a range';
fresh('public');
is ask($httpd, '/app/deep/x.css'), 'p {}', 'public/ may be a link';
is ask($httpd, '/app/deep/x.css?swap'), 403, 'its files are guarded, too';

ok $httpd->stop, 'httpd stops';
done_testing;
