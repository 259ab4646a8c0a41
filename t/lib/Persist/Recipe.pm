# SPDX-License-Identifier: Apache-2.0
# Persist::Recipe: an application that a page of docs/recipes/ has deployed, and
# the same on another server, to be asked the same.
#
# The commands are those of the page's blocks ```sh, in one shell. These are
# replaced: sudo (the suite has no root), apt-get install (succeeds if the packages
# are there), a2enmod, systemctl, and python3 -m venv .venv, which is a link to
# build/apps-venv; pip then finds there what it is told to install, without a
# network. As on a bare Debian there is no venv without its package.

package Persist::Recipe;
use v5.30;
use warnings;
use File::Temp 'tempdir';
use IO::Socket::INET;
use Persist::App 'put';
use Persist::Cgi;
use Persist::Ctl 'ctl';
use Persist::Httpd;
use Persist::Wait qw(becomes wait_for);
use POSIX 'WNOHANG';
use Test::More;

# In seconds. A reference, a page and an answer of either server may take as long
# as a loaded machine needs: Rails computes for many seconds before it serves.
use constant PATIENCE => 600;

# Set by each server for itself, or for this connection alone (RFC 9110, 7.6.1).
my %OWN = map { $_ => 1 } qw(date server connection keep-alive proxy-connection
    te trailer transfer-encoding upgrade);
# What docs/install-debian.md lets the owners of directories do.
# The order of Python's sets, and so of some headers, is that of the reference.
# Nothing here is to be late: no deadline ends what a loaded machine does slowly.
my $CONF = <<'END';
LogLevel notice persist:info
Timeout 600
PersistBootTimeout 600s
PersistQueue 100 600s
PersistEnv PYTHONHASHSEED 0
<Directory ROOT/site>
    AllowOverride None
    Require all denied
</Directory>
<Directory ROOT/site/apps>
    Options -Indexes
    AllowOverride FileInfo Options=ExecCGI
    Require all granted
</Directory>
END

sub source { "$ENV{PERSIST_T_SOURCE}/$_[0]" }

# Commands of pages that are others here, on the httpd below this directory.
sub stubs {
    my ($root) = @_;
    my $venv = source('build/apps-venv');
    return (
        'sudo' => 'exec "$@"',
        'apt-get' => qq{shift && [ "\$1" != -y ] || shift
            echo "\$@" >>$root/asked
            exec dpkg-query -W -- "\$@" >/dev/null},
        'a2enmod' => "exec test -e $ENV{HTTPD_MODULES}/mod_\$1.so",
        'systemctl' => '[ "$*" = "reload apache2" ]',
        'python3' => "[ \"\$*\" = '-m venv .venv' ] ||
                exec $ENV{PERSIST_T_PYTHON} \"\$@\"
            grep -qsw python3-venv $root/asked && exec ln -s $venv .venv
            echo 'the page does not install python3-venv' >&2
            exit 1",
        'persistctl' =>
            "exec $ENV{PERSIST_T_PERSISTCTL} --runtime-dir $root/r \"\$@\"");
}

# Skips the test where what the recipe needs is not there: commands, files by their
# paths, or python for what t/requirements.txt lists.
sub needs {
    my ($class, @what) = @_;
    for my $what (@what) {
        plan skip_all => 'scripts/setup check has not been here'
            if $what eq 'python' && !-e source('build/apps-venv/installed');
        plan skip_all => "$what is not installed"
            if $what =~ m{^/} ? !-e $what
            : $what ne 'python' && !grep { -x "$_/$what" } split /:/, $ENV{PATH};
    }
}

# Deploys the application of docs/recipes/NAME.md on an httpd of its own. conf =>
# more of httpd.conf.
sub deploy {
    my ($class, $name, %o) = @_;
    my $httpd = Persist::Httpd->new(conf => $CONF . ($o{conf} // ''));
    my $self = bless { httpd => $httpd, mask => sub { } }, $class;
    mkdir "$httpd->{root}/site/apps" or die $!;
    $httpd->start;
    my $page = Persist::Httpd::slurp(source("docs/recipes/$name.md"));
    $self->find_folder($page);
    $self->run_page($page);
    my $htaccess = Persist::Httpd::slurp("$self->{folder}/.htaccess");
    cmp_ok $htaccess =~ tr/\n//, '<=', 10, 'ten lines of .htaccess are enough';
    return $self;
}

# Adds lines to a file, of which these make a view at /broken that fails: the owner
# finds the exception in persistctl log, under the id that the answer names.
sub logs_exceptions {
    my ($self, $file, @lines) = @_;
    my $httpd = $self->{httpd};
    my $answer;
    open my $code, '>>', "$self->{folder}/$file" or die $!;
    print $code map { "$_\n" } '', @lines;
    close $code or die $!;
    open my $htaccess, '>>', "$self->{folder}/.htaccess" or die $!;
    print $htaccess "PersistDebug on\n";
    close $htaccess or die $!;
    becomes { ($answer = $self->ask('httpd', '/broken'))->{status} == 500 }
        'a view fails';
    my ($id) = map { /^persist-error-id: (.*)/ } $answer->{lines}->@*, 'persist-error-id: none';
    becomes { ctl($httpd, 'log', '--id', $id, $self->{folder})->{said} =~ /KeyError: 'basket'/ }
        'persistctl log shows its exception under the id of the answer'
        or diag substr ctl($httpd, 'log')->{said}, -3000;
}

# The page goes into its folder by cd.
sub find_folder {
    my ($self, $page) = @_;
    ($self->{mount}) = $page =~ m{^cd /var/www/html(/apps/\S+)$}m
        or die 'the page has no line "cd /var/www/html/apps/…"';
    $self->{folder} = "$self->{httpd}{root}/site$self->{mount}";
}

# The text of all blocks of this kind.
sub blocks {
    my ($page, $kind) = @_;
    my $text = '';
    while ($page =~ /^```(\w*)\n(.*?)^```$/msg) {
        $text .= $2 if $1 eq $kind;
    }
    return $text;
}

# The commands, where this httpd has its site, and as the user whom it has.
sub commands {
    my ($self, $page) = @_;
    my %there = ('/var/www/html' => "$self->{httpd}{root}/site",
        'http://localhost' => "http://localhost:$self->{httpd}{port}",
        '/usr/local/share/nodejs' => $ENV{PERSIST_T_NODE_PATH},
        '/tmp/' => "$self->{httpd}{root}/",
        '/srv/' => "$self->{httpd}{root}/srv/",
        'www-data' => scalar getpwuid $>);
    my $group = getgrgid $);
    my $names = join '|', map { quotemeta } keys %there;
    return blocks($page, 'sh') =~ s/\bchgrp (?:-R )?\Kwww-data\b/$group/gr
        =~ s/($names)/$there{$1}/gr;
}

sub run_page {
    my ($self, $page) = @_;
    my $root = $self->{httpd}{root};
    my %stubs = stubs($root);
    put(map { ("$root/bin/$_" => "#!/bin/sh\n$stubs{$_}\n") } keys %stubs);
    put("$root/page.sh" => "set -e\n" . $self->commands($page));
    local $ENV{PATH} = "$root/bin:$ENV{PATH}";
    local @ENV{qw(PIP_NO_INDEX PIP_DISABLE_PIP_VERSION_CHECK PIP_QUIET)} = (1) x 3;
    local $ENV{HOME} = $root;
    # Pages say how old a commit is: in years, which two requests have in common.
    local @ENV{qw(GIT_AUTHOR_DATE GIT_COMMITTER_DATE)} = ('2020-02-02T12:00:00Z') x 2;
    my $said = qx{cd $root && /bin/sh page.sh 2>&1};
    is $?, 0, 'all commands of the page succeed'
        or diag $said, "and in the log:\n", $self->{httpd}->log;
    my %line = map { $_ => 1 } split /\n/, $said;
    my @promised = split /\n/, blocks($page, '');
    is_deeply [grep { !$line{$_} } @promised], [],
        'and print what it says' or diag $said;
}

# A free port, and the URL of a copy of the folder that these words serve there:
# PORT and MOUNT in them are replaced. With strip => 1 that server is asked for
# what is below the mount, and knows the mount from its own command line.
sub reference {
    my ($self, $words, %o) = @_;
    my $copy = tempdir("$self->{httpd}{root}/referenceXXXX");
    system('cp', '-a', "$self->{folder}/.", $copy) == 0 or die 'cp';
    my $port = Persist::Httpd::free_port();
    my %value = (PORT => $port, MOUNT => $self->{mount});
    my @words = map { s/\b(PORT|MOUNT)\b/$value{$1}/gr } @$words;
    my $log = "$self->{httpd}{root}/reference.log";
    my $pid = fork // die $!;
    if (!$pid) {
        open STDOUT, '>>', $log or die $!;
        open STDERR, '>&', \*STDOUT;
        chdir $copy or die $!;
        $ENV{PYTHONHASHSEED} = 0;
        # It ends with the test, however that ends.
        exec qw(setpriv --pdeathsig KILL), @words or die $!;
    }
    $self->{reference} = { pid => $pid, copy => $copy, port => $port,
        strip => $o{strip} };
    # Each of these listens when it has loaded the application.
    my $serves = wait_for {
        IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $port)
            || waitpid($pid, WNOHANG) && 'ended'
    } PATIENCE;
    delete $self->{reference}{pid} if ($serves // '') eq 'ended';
    ref $serves or die "$words[0] does not serve: ", Persist::Httpd::slurp($log);
    return $self;
}

# The reference for WSGI: FILE, FILE:NAME or MODULE:NAME by wsgiref.
sub wsgiref {
    my ($self, $object) = @_;
    my $python = "$self->{folder}/.venv/bin/python3";
    $python = $ENV{PERSIST_T_PYTHON} if !-e $python;
    return $self->reference(
        [$python, "$ENV{PERSIST_T_STAGE}/t/lib/wsgi_reference.py", 'PORT',
            'MOUNT', $object]);
}

# The reference for Rack: config.ru by puma, with the variables of .env.
sub puma {
    my ($self) = @_;
    return $self->reference(['sh', '-c', 'set -a && . ./.env && PERSIST_T_MOUNT='
            . 'MOUNT exec puma -q -C - -e production -t 1:1 -b tcp://127.0.0.1:'
            . "PORT $ENV{PERSIST_T_STAGE}/t/lib/rack_reference.ru"]);
}

# The reference for Express: this file of the folder, on a port.
sub express {
    my ($self, $file) = @_;
    return $self->reference(['env', 'NODE_PATH=/usr/share/nodejs',
        'NODE_ENV=production', 'PERSIST_T_PORT=PORT', 'PERSIST_T_MOUNT=MOUNT', 'node',
        '-r', "$ENV{PERSIST_T_STAGE}/t/lib/node/mounted.js", $file]);
}

# Deploys a page on CGI programs. The reference is mod_cgid in the same httpd, on a
# port of its own: it has a copy of the folder, and cgi-script in its .htaccess. Its
# site has a name as long as that of the other: a page that names its folder has the
# same Content-Length from both. The order of hashes in Perl and sets in Python is
# the same in each process.
sub deploy_cgi {
    my ($class, $name, %o) = @_;
    my $port = Persist::Httpd::free_port();
    my $conf = Persist::Cgi::conf() . ($o{conf} // '') . <<"END";
PersistWorkers 0 8
SetEnv PERL_HASH_SEED 0
SetEnv PERL_PERTURB_KEYS 0
SetEnv PYTHONHASHSEED 0
Listen 127.0.0.1:$port
<VirtualHost 127.0.0.1:$port>
    DocumentRoot ROOT/cgid
</VirtualHost>
<Directory ROOT/cgid>
    Options -Indexes
    AllowOverride FileInfo Options=ExecCGI
    Require all granted
</Directory>
END
    my $self = $class->deploy($name, %o, conf => $conf);
    my $copy = "$self->{httpd}{root}/cgid$self->{mount}";
    system('mkdir', '-p', $copy) == 0 or die 'mkdir';
    system('cp', '-a', "$self->{folder}/.", $copy) == 0 or die 'cp';
    my $htaccess = Persist::Httpd::slurp("$copy/.htaccess");
    $htaccess =~ s/SetHandler persist-script/SetHandler cgi-script/g
        or die "$name.md sets no handler";
    $htaccess =~ s/^\s*Persist.*\n//mg;
    $htaccess =~ s/\Q$self->{folder}\E/$copy/g;
    put("$copy/.htaccess" => $htaccess);
    $self->{reference} = { copy => $copy, port => $port, http2 => 1 };
    return $self;
}

# A CGI program and an application of each language: HTTP/2 is the same code for
# the others, which have it if PERSIST_T_LONG is set.
my $OVER_HTTP2 = qr{(?:^|/)(?:cgit|express|fastapi|sinatra)-};

# Runs the tests of a scenario over each protocol.
sub each_protocol {
    my ($self, $scenario) = @_;
    my $is_over_http2 = $ENV{PERSIST_T_LONG} || $0 =~ $OVER_HTTP2;
    for my $protocol ('1.1', $is_over_http2 ? '2' : ()) {
        $self->{protocol} = $protocol;
        delete $self->{last};
        $scenario->();
    }
}

# One request by curl: of this server (httpd or reference), with more words for
# curl. Cookies are kept for the protocol's time.
sub ask {
    my ($self, $server, $path, @words) = @_;
    my $of = $server eq 'httpd' ? $self->{httpd} : $self->{reference};
    my $mount = $of->{strip} ? '' : $self->{mount};
    my $is_head = grep { $_ eq '-I' } @words;
    # mod_cgid resets the stream of a HEAD if the program writes a body.
    my $speaks_2 = $server eq 'httpd' || $of->{http2} && !$is_head;
    my $version = $self->{protocol} eq '2' && $speaks_2
        ? '--http2-prior-knowledge' : '--http1.1';
    my $jar = "$self->{httpd}{root}/$server$self->{protocol}";
    my @curl = ('curl', '-qsS', '-m', PATIENCE, $version, '-D', "$jar.head", '-b',
        "$jar.cookies", '-c', "$jar.cookies", '-H', 'Host: localhost', @words,
        "http://127.0.0.1:$of->{port}$mount$path");
    open my $curl, '-|', @curl or die $!;
    local $/;
    my $body = <$curl> // '';
    my $complete = close $curl;
    $body = '' if $is_head;
    my @heads = split /\r\n\r\n/, Persist::Httpd::slurp("$jar.head");
    my ($line, @lines) = split /\r\n/, $heads[-1] // '';
    my ($status) = ($line // '') =~ /^HTTP\S+ (\d+)/;
    return { status => $status // 0, body => $body, complete => $complete,
        lines => [map { s/^([^:]+):\s*/\L$1\E: /r } @lines] };
}

# The lines of an answer that two servers have in common, and the body: a length
# that only one of them has, it has computed.
sub comparable {
    my ($self, $answer, $other) = @_;
    my @lines = sort grep { /^([^:]+)/ && !$OWN{$1} && !$self->{added}{$1} }
        $answer->{lines}->@*;
    @lines = grep { !/^content-length:/ } @lines
        if !grep { /^content-length:/ } $other->{lines}->@*;
    my ($copy, $port) = $self->{reference}->@{qw(copy port)};
    my $masked = sub {
        my ($text) = @_;
        $text =~ s/\Q$copy\E/$self->{folder}/g;
        $text =~ s/:$port\b/:$self->{httpd}{port}/g;
        $self->{mask}->() for $text;
        return $text;
    };
    # The length is that of the body, so it is masked, too ("9 sec", "10 sec").
    my $body = $masked->($answer->{body});
    my $more = length($body) - length $answer->{body};
    return (map {
        my $text = $masked->($_);
        $text =~ s/^(content-length: )(\d+)/$1 . ($2 + $more)/e;
        # httpd writes the list without spaces (fixup_vary() of its core).
        $text =~ s/,\s+/,/g if $text =~ /^vary:/;
        # httpd's are weak until a file has been as it is for a second.
        $text =~ s{^etag: W/}{etag: }r
    } $answer->{status}, @lines), $body;
}

# Asks both servers, compares what they say, and returns httpd's answer. The words
# for curl may be a function of the server's last answer, which has a token in it.
# mask, a function, replaces in $_ what is different each time; added has the names
# of headers that httpd alone sends, by design.
sub same {
    my ($self, $path, @words) = @_;
    my %answer;
    for my $server ('httpd', 'reference') {
        $answer{$server} = $self->ask($server, $path, map {
            ref $_ ? $_->($self->{last}{$server}) : $_ } @words);
    }
    $self->{last} = \%answer;
    my ($ours, $its) = @answer{qw(httpd reference)};
    my @known = map { ref $_ ? () : $_ } @words;
    my $equal = is_deeply [$self->comparable($ours, $its)],
        [$self->comparable($its, $ours)],
        "HTTP/$self->{protocol} $path @known: $its->{status}, as the reference";
    ok $ours->{complete}, 'and complete' if !$ours->{complete};
    diag $self->{httpd}->log if !$equal;
    return $ours;
}

sub DESTROY {
    my ($self) = @_;
    local ($?, $@, $!);
    my $pid = $self->{reference}{pid} or return;
    kill 'KILL', $pid;
    waitpid $pid, 0;
}

1;
