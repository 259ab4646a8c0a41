# SPDX-License-Identifier: Apache-2.0
# Persist::Guide: follows a page of docs/ from its first block to its last, on an
# httpd of a test's own that is laid out as Debian's.
#
# A block ```sh is run as it stands, and prints the lines of the block without a kind
# that follows. A block ```apache is the site from then on. Each other kind is only
# read. Paths, ports and the user are those of the test, and commands that act on the
# system are replaced.

package Persist::Guide;
use v5.30;
use warnings;
use File::Basename 'dirname';
use Persist::App qw(modules put);
use Persist::Httpd;
use Persist::Recipe;
use Test::More;

# What Debian's apache2.conf says, and what makes workers find the SDKs here. Nothing
# is late on a loaded machine.
my $CONF = <<'END';
LogLevel notice persist:info
Timeout 600
PersistBootTimeout 600s
PersistQueue 100 600s
PersistEnv PERL5LIB PERL5
<Directory />
    Options FollowSymLinks
    AllowOverride None
    Require all denied
</Directory>
<Directory ROOT/site>
    Options Indexes FollowSymLinks
    AllowOverride None
    Require all granted
</Directory>
IncludeOptional ROOT/etc/apache2/mods-enabled/*.load
IncludeOptional ROOT/etc/apache2/mods-enabled/*.conf
IncludeOptional ROOT/etc/apache2/conf-enabled/*.conf
IncludeOptional ROOT/etc/apache2/sites-enabled/*.conf
END

# Those that Debian enables and that pages use.
my @MODULES = qw(alias auth_basic authn_core authn_file authz_host authz_user deflate dir
    env mime setenvif);

# Modules with settings of their own.
my %MODULE_CONF = (
    passenger => 'PassengerRoot '
        . "/usr/lib/ruby/vendor_ruby/phusion_passenger/locations.ini\n"
        . "PassengerDisableSecurityUpdateCheck on\n"
        . "PassengerDisableAnonymousTelemetry on\n"
        . 'PassengerInstanceRegistryDir ROOT',
    wsgi => 'WSGISocketPrefix ROOT/wsgi',
    fcgid => "FcgidIPCDir ROOT/fcgid\nFcgidProcessTableFile ROOT/fcgid_shm",
    ssl => "SSLSessionCache none\nListen 127.0.0.1:TLS");

# apachectl: a reload ends when no child has the configuration before it, so that the
# next command meets the new one.
my $APACHECTL = <<'END';
httpd="$HTTPD -f ROOT/httpd.conf"
case $1 in
configtest) exec $httpd -t ;;
graceful) ;;
*) exec $httpd "$@" ;;
esac
$httpd -t || exit
parent=$(cat ROOT/httpd.pid)
before=$(grep -c 'resuming normal operations' ROOT/error_log)
old=$(pgrep -x -P "$parent" "$(basename $HTTPD)")
kill -USR1 "$parent"
until [ "$(grep -c 'resuming normal operations' ROOT/error_log)" -gt "$before" ]; do
    sleep 0.05
done
for pid in $old; do
    while [ -e /proc/$pid ]; do sleep 0.05; done
done
END

my $A2ENMOD = <<'END';
cd ROOT/etc/apache2
for module; do
    file=$HTTPD_MODULES/mod_$module.so
    [ -e "$file" ] || exit 1
    printf '<IfModule !%s_module>\nLoadModule %s_module %s\n</IfModule>\n' \
        "$module" "$module" "$file" >mods-enabled/"$module".load
    [ ! -e mods-available/"$module".conf ] ||
        ln -sf ../mods-available/"$module".conf mods-enabled
done
END

# a2ensite, a2enconf and their opposites.
sub switch {
    my ($kind, $on) = @_;
    my $do = $on ? "ln -sf ../$kind-available/\$name.conf $kind-enabled"
        : "rm -f $kind-enabled/\$name.conf";
    return "cd ROOT/etc/apache2\nfor name; do $do; done\n";
}

sub stubs {
    my ($self) = @_;
    my ($root, $port, $tls) = ($self->{httpd}{root}, $self->{httpd}{port},
        $self->{tls});
    my $app = dirname($ENV{PERSIST_T_DAEMON}) . '/persist-app';
    my %stubs = (Persist::Recipe::stubs($root),
        sudo => "[ \"\$1\" != -u ] || shift 2\nexec \"\$@\"\n",
        'persist-app' => "PERSIST_APP_RUNNERS=$ENV{PERSIST_T_RUNNERS} "
            . "PYTHONPATH=$ENV{PERSIST_T_PYTHONPATH} exec $app \"\$@\"\n",
        apachectl => $APACHECTL,
        systemctl => "[ \"\$*\" = 'reload apache2' ] && exec apachectl graceful\n",
        a2enmod => $A2ENMOD,
        a2dismod => "cd ROOT/etc/apache2/mods-enabled\n"
            . "for name; do rm -f \$name.load \$name.conf; done\n",
        a2ensite => switch('sites', 1), a2dissite => switch('sites', 0),
        a2enconf => switch('conf', 1), a2disconf => switch('conf', 0),
        # Each name leads to this httpd.
        curl => "exec $self->{curl} -qsS -m 300 --noproxy '*' --connect-to :80:127.0.0.1:$port"
            . " --connect-to :443:127.0.0.1:$tls \"\$@\"\n");
    return map { ($_ => $stubs{$_} =~ s/ROOT/$root/gr) } keys %stubs;
}

# conf => more of httpd.conf.
sub new {
    my ($class, $page, %o) = @_;
    my $conf = modules(@MODULES) . $CONF =~ s/PERL5\n/$ENV{PERSIST_T_PERL5LIB}\n/r;
    my $httpd = Persist::Httpd->new(conf => $conf . ($o{conf} // ''));
    my ($curl) = grep { -x } map { "$_/curl" } split /:/, $ENV{PATH};
    my $self = bless { httpd => $httpd, page => $page, curl => $curl,
        tls => Persist::Httpd::free_port() }, $class;
    my $root = $httpd->{root};
    my $etc = "$root/etc/apache2";
    put(map { ("$etc/$_/.keep" => '') } qw(mods-enabled conf-available conf-enabled
        sites-available sites-enabled));
    put(map { ("$etc/mods-available/$_.conf" =>
            $MODULE_CONF{$_} =~ s/ROOT/$root/gr =~ s/TLS/$self->{tls}/r . "\n") } keys %MODULE_CONF);
    put("$root/srv/.keep" => '');
    my %stubs = $self->stubs;
    put(map { ("$root/bin/$_" => "#!/bin/sh\n$stubs{$_}\n") } keys %stubs);
    $httpd->start;
    return $self;
}

# A text of the page, as it is on this httpd.
sub here {
    my ($self, $text) = @_;
    my ($root, $port) = $self->{httpd}->@{qw(root port)};
    my %there = ('/etc/apache2' => "$root/etc/apache2", '/srv/' => "$root/srv/",
        '/var/www/me' => "$root/srv/me", '/var/www/html' => "$root/site", '/var/log/apache2/' => "$root/",
        '/tmp/' => "$root/", '*:80>' => "127.0.0.1:$port>",
        '*:443>' => "127.0.0.1:$self->{tls}>", 'www-data' => scalar getpwuid $>,
        '${APACHE_LOG_DIR}' => $root, 'error.log' => 'error_log');
    my $names = join '|', map { quotemeta } sort { length $b <=> length $a } keys %there;
    my $group = getgrgid $);
    return $text =~ s/\bchgrp (?:-R )?\Kwww-data\b/$group/gr =~ s/($names)/$there{$1}/gr;
}

# [kind, text] of each block, in order; of the section with this heading alone, if
# there is one.
sub blocks {
    my ($self, $section) = @_;
    my $path = "$ENV{PERSIST_T_SOURCE}/docs/$self->{page}";
    my $page = Persist::Httpd::slurp($path) or die "no $path";
    $page =~ /^## \Q$section\E$(.*?)(?=^## |\z)/ms and $page = $1 or die $section
        if defined $section;
    my @blocks;
    push @blocks, [$1, $2] while $page =~ /^```(\w*)\n(.*?)^```$/msg;
    return @blocks;
}

# The status of these commands and what they print. They begin in the folder where the
# last ones ended, as in one shell.
sub run {
    my ($self, $commands) = @_;
    my $root = $self->{httpd}{root};
    put("$root/block.sh" => "cd \"\$(cat $root/folder)\"\nset -e\n"
        . $self->here($commands) . "\npwd >$root/folder\n");
    put("$root/folder" => "$root\n") if !-e "$root/folder";
    local $ENV{PATH} = "$root/bin:$ENV{PATH}";
    local @ENV{qw(HOME PERSIST_APP)} = ($root,
        dirname($ENV{PERSIST_T_DAEMON}) . '/persist-app');
    local @ENV{qw(PIP_NO_INDEX PIP_DISABLE_PIP_VERSION_CHECK PIP_QUIET)} = (1) x 3;
    local @ENV{qw(GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME
        GIT_COMMITTER_EMAIL)} = ('you', 'you@localhost') x 2;
    my $said = qx{/bin/sh $root/block.sh 2>&1};
    return ($? >> 8, $said);
}

# Makes this the site, in the place of the last one; true if httpd takes it.
sub configure {
    my ($self, $text) = @_;
    my $etc = "$self->{httpd}{root}/etc/apache2";
    put("$etc/sites-enabled/page.conf" => $self->here($text));
    local $ENV{PATH} = "$self->{httpd}{root}/bin:$ENV{PATH}";
    my $said = qx{apachectl graceful 2>&1};
    is $?, 0, 'httpd takes: ' . $text =~ s/\n.*//sr or diag $said;
}

# Lines that a page promises: "…" stands for any text.
sub missing {
    my ($said, $promised) = @_;
    my @lines = split /\n/, $said;
    return grep { my $wanted = join '.*', map { quotemeta } split /…/, $_, -1;
        !grep { /^$wanted$/ } @lines } split /\n/, $promised;
}

# The name of a block in the tests' output.
sub name { $_[0] =~ s/\n.*//sr =~ s/#/ /gr }

# excepted => { part of a block => why it is not run }, section => heading,
# before => a function to call before each block.
sub follow {
    my ($class, $page, %o) = @_;
    return $class->new($page, %o)->go_on(%o);
}

# The same on a server that is there already.
sub go_on {
    my ($self, %o) = @_;
    my $said;
    for my $block ($self->blocks($o{section})) {
        my ($kind, $text) = @$block;
        $o{before}->() if $o{before};
        my ($why) = map { $o{excepted}{$_} } grep { index($text, $_) >= 0 }
            sort keys %{ $o{excepted} // {} };
        if ($why) {
            SKIP: { skip "not run: $why", 1 }
            undef $said;
        } elsif ($kind eq 'sh') {
            (my $status, $said) = $self->run($text);
            is $status, 0, 'it succeeds: ' . name($text)
                or diag $said, "and in the log:\n", $self->{httpd}->log;
        } elsif ($kind eq 'apache') {
            $self->configure($text);
        } elsif ($kind eq '' && defined $said) {
            is_deeply [missing($said, $self->here($text))], [],
                'and prints: ' . name($text) or diag $said, $self->{httpd}->log;
        }
        undef $said if $kind ne 'sh';
    }
    return $self;
}

1;
