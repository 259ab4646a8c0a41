# SPDX-License-Identifier: Apache-2.0
# persistctl doctor of root runs an owner's code as httpd's User alone, and new
# runs none; that of an owner knows what User may do, and runs nothing that others
# can change. Neither advises to open what a link leads to.
use v5.30;
use warnings;
use Persist::App 'put';
use Persist::Ctl qw(ctl_begin_as ctl_end);
use Persist::Doctor qw(doctor doctor_as environment make_new use_conf_of);
use Persist::Httpd;
use POSIX 'lchown';
use Test::More;

my ($uid, $gid) = (getpwnam 'www-data')[2, 3];
plan skip_all => 'there is no www-data' if !defined $uid;
plan skip_all => 'curl is not there' if system('curl -V >/dev/null 2>&1');
my ($owner, $group) = (getpwnam 'nobody')[2, 3];

my $httpd = Persist::Httpd->new(conf => "User www-data\nGroup www-data\n");
my $site = "$httpd->{root}/site";
my $lines = "Options +ExecCGI\nPersistApp auto\n" . environment();
my $SUDO = 'sudo -u nobody ';
my $BOTH = '$SECRET_OF_ROOT,$https_proxy';
my $hello = <<'END';
import os
def application(environ, start_response):
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [b"uid %d\n" % os.getuid()]
END
put("$site/import/app.wsgi" =>
        "import os\nraise RuntimeError(f'{os.getresuid()} {os.getgroups()}')\n",
    "$site/import/.htaccess" => $lines,
    "$site/closed/in/app.wsgi" => $hello, "$site/closed/in/.htaccess" => $lines,
    "$site/env/app.wsgi" => $hello, "$site/env/.htaccess" => $lines,
    "$site/env/.env" => "KEY=secret\n");
put("$site/venv/app.wsgi" => $hello, "$site/venv/.htaccess" => $lines,
    "$site/venv/.venv/bin/none" => '');
symlink $ENV{PERSIST_T_PYTHON}, "$site/closed/python3" or die $!;
symlink '../../../closed/python3', "$site/venv/.venv/bin/python3" or die $!;
put("$site/closed/in/.venv/bin/none" => '');
symlink $ENV{PERSIST_T_PYTHON}, "$site/closed/in/.venv/bin/python3" or die $!;
put("$site/tells/app.wsgi" => $hello, "$site/tells/.htaccess" => $lines,
    "$site/tells/.venv/bin/python3" => qq(#!/bin/sh\necho "<$BOTH>"\n));
chmod 0755, "$site/tells/.venv/bin/python3" or die $!;
put("$site/links/app.wsgi" => $hello, "$site/roots/app.wsgi" => $hello,
    "$site/roots/.htaccess" => $lines, "$site/roots/.env" => "KEY=secret\n",
    map { ("$httpd->{root}/kept/$_" => 'KEY=secret') } qw(env htaccess venv/bin/none));
symlink $ENV{PERSIST_T_PYTHON}, "$httpd->{root}/kept/venv/bin/python3" or die $!;
symlink "$httpd->{root}/kept/$_", "$site/links/.$_" or die $!
    for qw(env htaccess venv);
for my $name (qw(alone shared module)) {
    put("$site/$name/app.wsgi" => "import shop\n", "$site/$name/.htaccess" => $lines,
        "$site/$name/shop.py" => "raise RuntimeError('it runs')\n");
}
system('chown', '-hR', "$owner:$group",
    map { "$site/$_" } qw(import closed env venv tells links alone roots));
system('chown', '-R', "$owner:" . (getpwnam 'daemon')[3],
    map { "$site/$_" } qw(shared module));
chown 0, 0, "$site/roots/.env" or die $!;
chmod 0775, "$site/shared" or die $!;
chmod 0664, "$site/module/shop.py" or die $!;
chmod 0700, "$httpd->{root}/kept" or die $!;
chmod 0700, "$site/closed" or die $!;
chmod 0640, "$site/env/.env" or die $!;
use_conf_of($httpd);
$httpd->start;

like doctor($httpd, 'import')->{said},
    qr{^wrong +load: .*RuntimeError: \($uid, $uid, $uid\) \[$gid\]}m,
    'for root, the import is that of User';
like doctor($httpd, 'import')->{said},
    qr{^ +mend: sudo -u www-data \S+/persist-app .* shows the traceback$}m,
    'so is the command that repeats it';
put("$httpd->{root}/other/r/none" => '');
symlink $site, "$httpd->{root}/other/site" or die $!;
like doctor({ root => "$httpd->{root}/other" }, 'import')->{said},
    qr{RuntimeError: \($uid, $uid, $uid\)},
    'also where root owns what is given for the runtime directory';

{
    local @ENV{qw(SECRET_OF_ROOT https_proxy)} = qw(secret http://proxy:3128);
    like doctor($httpd, 'tells')->{said},
        qr{^well +virtual environment: .*<,http://proxy:3128>}m,
        q(no program gets root's environment, but for the way out);
}

for my $said (doctor_as(1, $httpd, 'import')->{said},
    doctor_as(1, $httpd, 'tells')->{said}) {
    unlike $said, qr{RuntimeError|Python <}, "a stranger does not run an owner's code";
    like $said, qr/^unknown +load: .*another user's/m, 'and is told so';
}

for my $said (doctor($httpd, 'closed/in')->{said},
    doctor_as($owner, $httpd, 'closed/in')->{said}) {
    like $said, qr{^wrong +modes: \S+ User www-data may not search (\S+/closed)$}m,
        'a folder above is closed to User';
    like $said, qr{^ +mend: (?:$SUDO)?chmod o\+x \S+/closed$}m, 'which a mode mends';
    like $said, qr{^wrong +URL: .*httpd may not reach}m, 'which httpd meets, too';
    unlike $said, qr{venv}, 'a virtual environment below it is not blamed';
}
for my $said (doctor($httpd, 'env')->{said}, doctor_as($owner, $httpd, 'env')->{said}) {
    like $said, qr{^wrong +\.env: httpd's User www-data may not read it$}m,
        'so is .env';
    like $said, qr{^ +mend: sudo chgrp -h www-data (\S+) && (?:$SUDO)?chmod 640 \1$}m,
        'a group mends it';
    like $said, qr{setfacl -m u:www-data:r }, 'or an access control list';
}
for my $said (doctor($httpd, 'venv')->{said},
    doctor_as($owner, $httpd, 'venv')->{said}) {
    like $said, qr{^wrong +virtual environment: .*may not search \S+/closed$}m,
        'a Python is closed to User';
    like $said, qr{^ +mend: \S+/python3 is a symbolic link, and leads to \S+python}m,
        'to which a link leads';
    unlike $said, qr{chmod|setfacl|venv --clear}, 'that nothing follows';
}
for my $said (doctor($httpd, 'env')->{said}, doctor($httpd, 'closed/in')->{said}) {
    my @lines = $said =~ /^ +mend: (.*(?:chmod|setfacl) .*)$/mg;
    ok @lines > 0, 'root has commands';
    is join('', grep { /(?:^|&& |or: )(?:chmod|setfacl)/ } @lines), '',
        'which have the rights of the owner alone';
}
for my $said (doctor($httpd, 'links')->{said},
    doctor_as($owner, $httpd, 'links')->{said}) {
    like $said, qr{^wrong +modes: \S+ User www-data may not search \S+/kept$}m,
        'what a link leads to is closed to User';
    like $said, qr{^ +mend: \S+/\Q$_\E is a symbolic link, and leads to \S+/kept}m,
        "$_ is told" for '.htaccess', '.venv';
    unlike $said, qr{chmod|setfacl|chgrp|chown|venv --clear}, 'and no line opens it';
}
like doctor($httpd, 'links')->{said},
    qr{^wrong +\.env: its mode is 644.*\n +mend: \S+/\.env is a symbolic link}m,
    'an open .env behind a link is judged';
like doctor($httpd, 'roots')->{said},
    qr{^wrong +\.env: .*\n +mend: sudo chown -h $owner \S+/\.env, and persistctl}m,
    "a file of root's among others' is given away first";
like doctor_as($owner, $httpd, 'alone')->{said}, qr{^wrong +load: .*it runs}m,
    'an owner runs his own code';
for my $name ('shared', 'module') {
    my $said = doctor_as($owner, $httpd, $name)->{said};
    unlike $said, qr{it runs}, 'but none that another member of a group may write';
    like $said, qr{^unknown +load: \S+/$name\S* is .* another user can change it}m,
        'which is told';
}
symlink "$httpd->{root}/kept", "$site/theirs-to-name" or die $!;
lchown $owner, $group, "$site/theirs-to-name" or die $!;
my $named = doctor($httpd, 'theirs-to-name');
is $named->{status}, 1, "another user's link is not gone";
like $named->{said}, qr{theirs-to-name is another user's link: name \S+/kept, if}, 'but named';

chown $owner, $gid, "$site/env/.env" or die $!;
ctl_end(ctl_begin_as($owner, $httpd, 'start', "$site/env/app.wsgi"));
my $well = doctor_as($owner, $httpd, 'env');
is $well->{status}, 0, 'then the owner finds all well' or diag $well->{said};
is doctor($httpd, 'env')->{status}, 0, 'and so does root';
like doctor_as(1, $httpd, 'env')->{said}, qr{^unknown +URL: .*only root and the owner}m,
    'a stranger cannot see who answers';

mkdir "$site/theirs" or die $!;
chown $owner, $group, "$site/theirs" or die $!;
my $made = make_new($httpd, 'flask', 'theirs/flask', '--venv');
is $made->{status}, 1, 'root makes no venv in the folder of another user';
like $made->{said}, qr/root runs no programs where another user can replace/,
    'and says why';
ok !-e "$site/theirs/flask/.venv", 'nothing of it is there';
ok -e "$site/theirs/flask/app.py", 'though the files are';

ok $httpd->stop, 'httpd stops';
done_testing;
