# SPDX-License-Identifier: Apache-2.0
# Persist::Httpd: an httpd of a test's own, to be signalled, killed and watched.
# It has t/htdocs as its site, in a copy. Workers may start slowly there, and
# requests wait for long: what is to be late in a test says so itself.

package Persist::Httpd;
use v5.30;
use warnings;
use File::Temp 'tempdir';
use IO::Socket::INET;
use IO::Socket::UNIX;
use JSON::PP 'decode_json';
use Persist::Http;
use Persist::Process qw(command_line is_alive mapped_files parent_of
    with_environment with_word with_word_like);
use Persist::Wait qw(wait_for STOPPED);

my $CONF = <<'END';
ServerRoot ROOT
ServerName 127.0.0.1
Listen 127.0.0.1:PORT
PidFile ROOT/httpd.pid
ErrorLog ROOT/error_log
LogLevel info
DefaultRuntimeDir ROOT
DocumentRoot ROOT/site
Include STAGE/t/conf/MPM.conf
TypesConfig /dev/null
KeepAlive On
MaxKeepAliveRequests 0
Include STAGE/t/conf/persist.conf
PersistRuntimeDir ROOT/r
PersistEnv PERSIST_T_ROOT ROOT
PersistStopTimeout 5
PersistBootTimeout 300s
PersistQueue 100 300s
<IfModule !mpm_prefork_module>
    StartServers 2
    ServerLimit 4
    ThreadsPerChild 25
    MaxRequestWorkers 100
    MinSpareThreads 50
    MaxSpareThreads 100
</IfModule>
<IfModule mpm_prefork_module>
    StartServers 40
    MinSpareServers 5
    MaxSpareServers 64
    MaxRequestWorkers 64
</IfModule>
<Directory ROOT/site>
    AllowOverride FileInfo Options=ExecCGI
    Require all granted
</Directory>
<Location /server-status>
    SetHandler server-status
</Location>
<Location /persist-status>
    SetHandler persist-status
</Location>
END

my $count = 0;

# Lines of httpd.conf by which Ruby's scripts run; none without Ruby.
sub ruby {
    my $lib = $ENV{PERSIST_T_RUBYLIB};
    return '' if !$lib || !-e "$lib/persist_worker.rb";
    return "PersistInterpreter .rb $ENV{PERSIST_T_RUBY}\n"
        . "PersistEnv RUBYLIB $lib\n";
}

# The same for Lua 5.4. Files with a handler need none of them.
sub lua {
    return '' if !$ENV{PERSIST_T_LUA};
    return "PersistEnv LUA_PATH_5_4 $ENV{PERSIST_T_LUA_PATH}\n"
        . "PersistEnv LUA_CPATH_5_4 $ENV{PERSIST_T_LUA_CPATH}\n";
}

# A server takes its port some time after free_port(): until a test ends, a name
# in the kernel keeps other tests from it.
my %reserved;

sub reserve {
    my ($port) = @_;
    return $reserved{$port} //=
        IO::Socket::UNIX->new(Local => "\0mod_persist-t-$port", Listen => 1);
}

sub is_free {
    my ($port) = @_;
    return !$reserved{$port} && reserve($port)
        && IO::Socket::INET->new(
            LocalAddr => '127.0.0.1', LocalPort => $port, Listen => 1);
}

# The first of so many in a row, or one. Below the ports that the kernel gives to
# clients, which take one while a server is on its way to it.
sub free_port {
    my ($count) = @_;
    for (1 .. 100) {
        my $port = 10_000 + int rand 20_000;
        return $port if !grep { !is_free($_) } $port .. $port + ($count // 1) - 1;
    }
    die "no port is free: $!";
}

# conf => more of httpd.conf, mpm => another than the suite's, under => words
# to put before httpd's, umask => httpd's.
sub new {
    my ($class, %o) = @_;
    my $stage = $ENV{PERSIST_T_STAGE};
    $count++;
    # Files that a failed test leaves are collected from t/h*.
    my $root = tempdir("$stage/t/hXXXXX");
    chmod 0755, $root or die "$root: $!";
    system('cp', '-R', "$stage/t/htdocs", "$root/site") == 0 or die 'cp';
    my $self = bless { root => $root, port => free_port(), %o }, $class;
    $self->configure($o{conf} // '');
    return $self;
}

# Writes httpd.conf; takes effect at the next start, graceful or restart.
# unloaded => 1: without the module and its directives.
sub configure {
    my ($self, $more, %o) = @_;
    my %value = (
        ROOT => $self->{root}, PORT => $self->{port},
        MPM => $self->{mpm} // $ENV{PERSIST_T_MPM},
        STAGE => $ENV{PERSIST_T_STAGE});
    my $text = $CONF . $more;
    $text =~ s{^(?:Persist|Include .*/persist\.conf\b).*\n}{}gm if $o{unloaded};
    $text =~ s/\b(ROOT|PORT|MPM|STAGE)\b/$value{$1}/g;
    open my $file, '>', $self->conf_file or die $!;
    print $file $text;
    close $file or die $!;
}

sub conf_file { "$_[0]{root}/httpd.conf" }

# Runs httpd with these arguments on our configuration; its exit status.
sub command {
    my ($self, @arguments) = @_;
    my $pid = fork // die $!;
    if (!$pid) {
        umask $self->{umask} if defined $self->{umask};
        open STDIN, '<', '/dev/null';
        open STDOUT, '>>', "$self->{root}/output" or die $!;
        open STDERR, '>&', \*STDOUT;
        exec @{ $self->{under} // [] }, $ENV{HTTPD}, '-f', $self->conf_file,
            @arguments or die $!;
    }
    waitpid $pid, 0;
    return $? >> 8;
}

# Returns when the children have been started, too: a signal that comes earlier
# is taken before httpd tells of this start, which reads as the signal's end.
sub start {
    my ($self) = @_;
    my $before = $self->generations;
    $self->command('-k', 'start') == 0 or die "httpd: " . $self->output;
    wait_for { $self->parent && $self->generations > $before }
        or die "httpd has not started: ", $self->log;
    $self->{pid} = $self->parent;
    return $self;
}

sub output { slurp("$_[0]{root}/output") }

sub answers {
    return !!IO::Socket::INET->new(
        PeerAddr => '127.0.0.1', PeerPort => $_[0]{port});
}

# httpd says in its log that it has taken a configuration, at start and after
# each graceful and restart.
sub generations {
    my ($self) = @_;
    return scalar(() = $self->log =~ /resuming normal operations/g);
}

# USR1 or HUP, and waits until httpd has the new configuration.
sub graceful {
    my ($self, $signal) = @_;
    my $before = $self->generations;
    kill $signal // 'USR1', $self->{pid};
    return wait_for { $self->generations > $before };
}

sub restart { $_[0]->graceful('HUP') }

# A graceful with more of httpd.conf; waits until no child has the old one, for
# they accept connections until httpd's word reaches them. No request may be
# held. httpd makes another child when it has reaped an old one: after that, the
# next call knows all of them.
sub reconfigure {
    my ($self, $more) = @_;
    $self->configure($more);
    my @old = $self->children; # late: httpd makes more of them when it is busy
    return $self->graceful && wait_for { !grep { -e "/proc/$_" } @old };
}

# TERM, and waits until everything of this server has gone. False when httpd was
# not there any more.
sub stop {
    my ($self, $signal) = @_;
    kill $signal // 'TERM', $self->{pid} or return 0;
    return wait_for { !$self->processes } STOPPED;
}

sub parent { slurp("$_[0]{root}/httpd.pid") =~ s/\s+//r }

# httpd's parent and children.
sub httpds { with_word($_[0]->conf_file) }

sub children {
    my ($self) = @_;
    my @pids = grep { (parent_of($_) // 0) == $self->{pid} } $self->httpds;
    return @pids;
}

# Children that have no table, or one that has lost its name. Each looks for the
# next one when it gets a request, once a second at most. How many requests it
# takes until each has had one is up to the kernel.
sub without_table {
    my ($self) = @_;
    return grep { !grep { m{^/dev/shm/} } mapped_files($_) } $self->children;
}

# persistd and its lookers have an instance's path on their command line, whether
# that is still there or not. PersistRuntimeDir is r; a test's other one is r2.
sub of_instances { with_word_like(qr{\A\Q$_[0]{root}\E/r2?/}) }

sub named {
    my ($self, $name) = @_;
    return grep { ((command_line($_))[0] // '') eq $name } $self->of_instances;
}

# What one of these has forked has its command line until it executes a program.
sub without_copies {
    my %is = map { $_ => 1 } @_;
    return grep { !$is{ parent_of($_) // 0 } } @_;
}

# There are several where one drains or does not die.
sub persistds { without_copies($_[0]->named($ENV{PERSIST_T_DAEMON})) }

sub lookers { $_[0]->named('persist-look') }

sub persistd { ($_[0]->persistds)[0] }

# Workers, and whatever they have started.
sub workers {
    my ($self) = @_;
    my @pids = sort { $a <=> $b }
        with_environment("PERSIST_T_ROOT=$self->{root}");
    return @pids;
}

# The hosts of this program with PersistMode cgi, by its URL. Pids begin anew at
# pid_max: what a host has started may have a lower one.
sub cgi_hosts {
    my ($self, $url) = @_;
    return without_copies(grep { my @words = command_line($_);
        @words > 1 && $words[0] =~ m{/persist-cgi-host\z}
            && $words[-1] eq "$self->{root}/site$url" } $self->workers);
}

# Its fork servers. The programs that they make have the same words and the same
# environment, but not the socket.
sub fork_servers {
    my ($self, $url) = @_;
    return grep { my $pid = $_;
        (readlink("/proc/$pid/fd/3") // '') =~ /^socket:/
            && grep { $_ eq "$self->{root}/site$url" } command_line($pid)
    } with_environment('PERSIST_FORK_FD=3');
}

# All but httpd.
sub ours {
    my ($self) = @_;
    my @pids = ($self->of_instances, $self->workers);
    return @pids;
}

sub processes {
    my ($self) = @_;
    my @pids = ($self->httpds, $self->ours);
    return @pids;
}

sub runtime_files { glob "$_[0]{root}/{r,r2}/*" }

sub log { slurp("$_[0]{root}/error_log") }

# Waits for a line of the error log.
sub wait_log {
    my ($self, $pattern, $seconds) = @_;
    return &wait_for(sub { $self->log =~ $pattern }, $seconds);
}

sub slurp {
    my ($path) = @_;
    open my $file, '<', $path or return '';
    local $/;
    return <$file> // '';
}

sub get {
    my ($self, $path, %o) = @_;
    return Persist::Http->once($self->{port}, $o{method} // 'GET', $path, %o);
}

sub open_request {
    my ($self, $path, %o) = @_;
    my $http = Persist::Http->new($self->{port});
    return $http->request($o{method} // 'GET', $path, %o);
}

# What /app.py says about the worker that answers.
sub who {
    my ($self) = @_;
    my $answer = $self->get('/app.py');
    return $answer->{status} == 200 ? decode_json $answer->{body} : {};
}

sub status {
    my ($self) = @_;
    my $answer = $self->get('/persist-status?json');
    return $answer->{status} == 200 ? decode_json $answer->{body} : undef;
}

# A request that stays in its worker until release(): { http, worker, file }.
sub hold {
    my ($self, $script, %o) = @_;
    my $file = "$self->{root}/hold" . ++$self->{holds};
    my $http = $self->open_request("$script/hold?file=$file", %o);
    wait_for { -e "$file.in" } or die 'the request did not arrive';
    return { http => $http, worker => slurp("$file.in"), file => $file };
}

sub release {
    my ($self, $held) = @_;
    open my $file, '>', "$held->{file}.go" or die $!;
}

# Nothing outlives its test, not even when that dies.
sub DESTROY {
    my ($self) = @_;
    local ($?, $@, $!);
    kill 'KILL', $self->httpds;
    return if wait_for { !$self->processes } STOPPED;
    kill 'KILL', $self->processes;
}

1;
