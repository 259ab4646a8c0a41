# SPDX-License-Identifier: Apache-2.0
# What persistctl doctor finds first is the fault that is there, and not another
# one's, nor what follows from it.
use v5.30;
use warnings;
use JSON::PP 'decode_json';
use Persist::App 'put';
use Persist::Doctor qw(doctor environment seen use_conf_of $HELLO);
use Persist::Httpd;
use Test::More;

plan skip_all => 'curl is not there' if system('curl -V >/dev/null 2>&1');

my $LINES = "Options +ExecCGI\nPersistApp auto\n" . environment();

my $httpd = Persist::Httpd->new(conf => <<'END');
<Directory ROOT/site/leaks>
    AllowOverride None
</Directory>
<Directory ROOT/site/linked>
    Options +ExecCGI -FollowSymLinks
</Directory>
<FilesMatch "^app\.wsgi$">
    Require all denied
</FilesMatch>
END
my $site = "$httpd->{root}/site";

# Files of a folder of the site; app.wsgi and .htaccess are there if not named.
sub folder {
    my ($name, %files) = @_;
    %files = ('app.wsgi' => $HELLO, '.htaccess' => $LINES, %files);
    put(map { ("$site/$name/$_" => $files{$_}) } keys %files);
}

# The first finding that is not well, and its advice.
sub finds {
    my ($folder, $pattern, $name) = @_;
    my $said = seen($httpd, $folder)->{said};
    my ($first) = $said =~ /^((?!well|  ).*\n(?: .*\n)*)/m;
    like $first // '', $pattern, "$folder: $name" or diag $said;
    unlike $said, qr/persistctl \w+ ''/, 'no advice has an empty name';
    return $said;
}

my $SQLITE = "SQLite format 3\0" . 'x' x 100;
folder('leaks', 'data.db' => $SQLITE, 'secrets.json' => '{"key": "secret"}',
    'data/other.sqlite' => $SQLITE, 'empty.json' => '', 'run.txt' => "#!/bin/sh\n",
    'robots.txt' => "Allow: /\n");
folder('keeps', 'data.db' => $SQLITE, 'secrets.json' => '{"key": "secret"}');
my $FAILS = "import os\nif 'FAIL' in os.environ: raise Exception('as asked')\n$HELLO";
my $SCRIPTS = "Options +ExecCGI\n<FilesMatch \"\\.py\$\">\n"
    . "SetHandler persist-script\n</FilesMatch>\n" . environment();
folder($_, 'app.wsgi' => $FAILS, '.htaccess' => "${LINES}PersistEnv FAIL yes\n")
    for 'fails', 'mended', 'misspelt', 'outer/inner';
folder('outer', '.htaccess' => '');
put("$site/scripts/one.py" => "#!$ENV{PERSIST_T_PYTHON}\n",
    "$site/scripts/.htaccess" => "${SCRIPTS}PersistEvn A 1\n");
folder('half', 'app.wsgi' => "import nothing_like_it\n$HELLO",
    'requirements.txt' => "nothing_like_it\n");
folder('needless');
system($ENV{PERSIST_T_PYTHON}, '-m', 'venv', '--without-pip', "$site/$_/.venv") == 0
    or die 'venv' for 'half', 'needless';
put("$site/bundle/config.ru" => "run ->(env) { [200, {}, ['hello']] }\n",
    "$site/bundle/Gemfile" => "gem 'nothing_like_it'\n",
    "$site/bundle/.htaccess" => $LINES);
put("$site/elsewhere/any.wsgi" => $HELLO, "$site/linked/.htaccess" => $LINES);
symlink '../elsewhere/any.wsgi', "$site/linked/app.wsgi" or die $!;
use_conf_of($httpd);
$httpd->start;

# Files that only this application has.
my $said = finds('leaks', qr{^wrong +exposed: \S+/leaks/\S+ is sent}, 'a leak');
like $said, qr{^wrong +exposed: \S+/leaks/\Q$_\E is sent to every}m, "$_ is sent"
    for 'data.db', 'secrets.json', 'data/other.sqlite';
unlike $said, qr{^wrong +exposed: \S+(?:robots|empty|run)}m,
    'what is for everybody, empty or a program is not tried';
like $said, qr{^wrong +AllowOverride: .*ignores}m, 'the cause follows';
like doctor($httpd, 'keeps')->{said},
    qr{^well +exposed: none of those tried is sent: app\.wsgi, data\.db, secrets\.json$}m,
    'it says what was tried';

# A start that fails, and what is no fault of it.
$said = finds('fails', qr{^wrong +worker: no worker starts \(PERSIST2002\)},
    'a start that fails');
like $said, qr{^ +mend: persistctl status \S+/fails/app\.wsgi shows}m,
    'with the name of its script';
finds('outer/inner', qr{PERSIST2002}, 'one in a folder below');
$said = finds('scripts', qr{^unknown +application: .*has scripts}, 'a folder of scripts');
like $said, qr{^ +mend: persistctl doctor \S+/scripts/one\.py$}m, 'which are named';
unlike $said, qr{PERSIST|URL}, 'is not blamed for others';
$said = finds('outer', qr{^wrong +\S+: }, 'a folder without lines');
unlike $said, qr{PERSIST2002}, 'is not blamed for the one below';

for my $name ('mended', 'misspelt') {
    finds($name, qr{PERSIST2002}, 'fails at first');
    put("$site/$name/app.wsgi" => $HELLO);
}
put("$site/misspelt/.htaccess" => $LINES =~ s/auto/auto\nPersistEvn A 1/r);
$said = finds('misspelt', qr{^wrong +\.htaccess: .*refuses a line}, 'a misspelt line');
unlike $said, qr{PERSIST}, 'is not told as the failure before';
put("$site/mended/.htaccess" => $LINES);
my $mended = seen($httpd, 'mended');
is $mended->{status}, 0, 'other settings are not blamed' or diag $mended->{said};

# PERSIST1011.
$said = finds('linked', qr{^wrong +link: .*\S+/linked/app\.wsgi is a symbolic link.*PERSIST1011},
    'a link that Options forbids');
like $said, qr{^ +mend: Options \+FollowSymLinks}m, 'which Options mends';
like $httpd->log, qr{PERSIST1011: }, 'and the log has the number';

# Packages that are not installed.
my $broken = qr{^wrong +virtual environment: \S+/half/\.venv is half made}m;
$said = finds('half', $broken, 'a venv without pip');
like $said, qr{^ +mend: python3 -m venv --clear \S+/half/\.venv && \S+/bin/pip install -r }m,
    'is made anew';
{
    put("$httpd->{root}/poor/python3" => "#!/bin/sh\nexit 1\n");
    local $ENV{PATH} = "$httpd->{root}/poor:$ENV{PATH}";
    like finds('half', $broken, 'where python3 cannot make one'),
        qr{^ +mend: first,.*: sudo apt install python3-venv\n +mend: python3 -m venv}m,
        'with what that needs first';
}
my $needless = seen($httpd, 'needless');
is $needless->{status}, 0, 'what answers without packages is not wrong'
    or diag $needless->{said};
like $needless->{said}, qr{^warning +virtual environment: .* is half made}m,
    'but worth a warning';
SKIP: {
    skip 'Bundler is not there', 1 if !$ENV{PERSIST_T_RUBY}
        || system("$ENV{PERSIST_T_RUBY} -S bundle --version >/dev/null 2>&1");
    $said = finds('bundle', qr{^wrong +bundle: gems of \S+/bundle/Gemfile are not},
        'gems that are missing');
    like $said, qr{^ +mend: cd \S+/bundle && bundle install$}m, 'are installed';
    ok !-e "$site/bundle/Gemfile.lock", 'nothing is written';
}

# For programs.
my $printed = doctor($httpd, 'fails', '--json');
is $printed->{status}, 1, 'with --json the status is the same';
my @findings = map { decode_json $_ } split /\n/, $printed->{said};
my ($wrong) = grep { $_->{verdict} ne 'well' } @findings;
is $wrong->{verdict}, 'wrong', 'each line is a finding';
is $wrong->{subject}, 'worker', 'with its subject';
like $wrong->{text}, qr/PERSIST2002/, 'its text';
like $wrong->{mend}[0], qr{^persistctl status \S+/fails/app\.wsgi}, 'and advice';
is $wrong->{mend}->@*, 2, 'of which there may be more';
is $findings[0]{mend}->@*, 0, 'or none';

ok $httpd->stop, 'httpd stops';
done_testing;
