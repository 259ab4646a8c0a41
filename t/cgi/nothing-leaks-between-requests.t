# SPDX-License-Identifier: Apache-2.0
# Programs in five languages tell what they find of their process, and then spoil
# all that they can: memory, environment, directory, descriptors, signals, timers,
# limits, priority. Each finds what the first one found, which is what it finds
# under mod_cgid (mod_cgi on prefork).
use v5.30;
use warnings;
use Persist::Http;
use Persist::Httpd;
use Persist::Process 'is_alive';
use Persist::Wait 'becomes';
use Test::More;

my $name = $ENV{PERSIST_T_MPM} eq 'prefork' ? 'cgi' : 'cgid';
my $cgi = "$ENV{HTTPD_MODULES}/mod_$name.so";
plan skip_all => "httpd has no mod_$name" if !-e $cgi;
# Of all programs.
my $requests = $ENV{PERSIST_T_SHORT} ? 200 : $ENV{PERSIST_T_LONG} ? 10_000 : 2_000;

# 32 programs at a time: the host needs more descriptors than the 200 that
# httpd has been started with, and its programs get no more than these.
my $httpd = Persist::Httpd->new(under => ['sh', '-c', 'ulimit -Sn 200; exec "$@"',
    'sh'], conf => <<"END")->start;
LoadModule ${name}_module $cgi
<IfModule cgid_module>
    ScriptSock ROOT/cgid
</IfModule>
SetEnv PATH /usr/bin:/bin
SetEnv TMPDIR ROOT/tmp
PersistWorkers 0 32
PersistInterpreter .limited /usr/bin/prlimit --cpu=9:9 --nofile=99:99 /bin/sh
END
my $folder = "$httpd->{root}/site/programs";
mkdir "$httpd->{root}/tmp" or die $!;
system('cp', $ENV{PERSIST_T_SPOIL}, "$folder/spoil.cgi") == 0 or die 'cp';

# Lines of /proc/self/status that say nothing of size, number or time.
my $STATUS = qr/^(?:Umask|Uid|Gid|Groups|Threads|SigPnd|ShdPnd|SigBlk|SigIgn|SigCgt
    |Cap\w+|NoNewPrivs|Seccomp|Cpus_allowed_list|CoreDumping|VmLck|VmPin
    |THP_enabled|TracerPid):/x;
# Of a connection, or of the way. A descriptor is a pipe or a socket.
my $OWN = qr/^(?:REMOTE_PORT|HTTP_X_WAY|HTTP_HOST|UNIQUE_ID)=/;

# What of a line is to be the same for all; nothing, if it is not.
sub kept {
    my ($line) = @_;
    return if $line =~ $OWN;
    if ($line =~ /^status (.*)/) {
        my $of = $1;
        return if $of !~ $STATUS;
        # without the two that are the C library's own
        $of =~ s/(\w+)$/sprintf '%x', hex($1) & ~(3 << 31)/e if $of =~ /^Sig/;
        return "status $of";
    }
    if ($line =~ /^stat .*\) (.*)/) {
        my @of = split / /, $1;
        return "stat tty $of[4] priority $of[15] nice $of[16] policy $of[38]";
    }
    return if $line =~ /^fdinfo/ && $line !~ /flags:/;
    # of its flags O_APPEND, O_NONBLOCK and O_ASYNC
    return sprintf '%s %o', $1, oct($2) & 026000
        if $line =~ m{^(fdinfo/\d) flags:\s+(\d+)};
    return $line;
}

my (%seen, $repeated);

# What a program says, without what is each one's own: that is not to repeat.
sub found {
    my ($way, $script) = @_;
    my $answer = $httpd->get("/programs/$script", headers => ['X-Way', $way]);
    my @lines = split /\n/, $answer->{body} // '';
    for my $own (grep { /^(?:random|unique) / } @lines) {
        $repeated //= "$script: $own" if $seen{"$script: $own"}++;
    }
    return [$answer->{status}, map { kept($_) }
        grep { length && !/^(?:random|unique) / } @lines];
}

# What stands in one list and not in the other.
sub differences {
    my ($ours, $theirs) = @_;
    my %count;
    $count{$_}++ for @$ours;
    $count{$_}-- for @$theirs;
    return map { ($count{$_} > 0 ? 'here: ' : 'there: ') . $_ }
        grep { $count{$_} } sort keys %count;
}

# What is documented: a group of its own, a death with the host, pipes. The
# kernel names a process after the file that it has executed. stderr of mod_cgid
# is the error log, which all have open.
sub documented {
    my ($line) = @_;
    return $line =~ m{: (?:open \d|own group|comm |fdinfo/2)}
        # mod_cgi leaves signals ignored
        || ($name eq 'cgi' && $line =~ /: (?:status Sig(?:Ign|Cgt)|handler)/);
}

# The first ones are executed, until there is a fork server.
sub follows {
    my ($script, $first) = @_;
    my @warm = grep { !documented($_) }
        map { differences(found('persist', $script), $first) } 1 .. 20;
    return @warm if @warm;
    my $usual = found('persist', $script);
    my @other;
    for (22 .. $requests / 5) {
        @other = differences(found('persist', $script), $usual) and last;
    }
    return @other;
}

my @scripts = map { "spoil.$_" } qw(cgi sh pl py), ('rb') x !!$ENV{PERSIST_T_RUBY};
for my $script (@scripts) {
    my $first = found('persist', $script);
    is $first->[0], 200, "$script runs";
    is $first->[-1], 'at the end', 'to its end';
    my @other = grep { !documented($_) }
        differences($first, found('cgi', $script));
    is_deeply \@other, [], "it finds what it finds under mod_$name"
        or diag explain \@other;
    @other = follows($script, $first);
    is_deeply \@other, [], 'and so does each that follows' or diag explain \@other;
}
# What the documentation says in place of RLimitCPU.
if (-x '/usr/bin/prlimit') {
    system('cp', "$folder/spoil.sh", "$folder/spoil.limited") == 0 or die 'cp';
    for (1 .. 4) {
        my @limits = map { /^(limits Max (?:cpu|open).*?)\s+\w+$/ ? $1 =~ s/\s+/ /gr : () }
            found('persist', 'spoil.limited')->@*;
        is_deeply \@limits, ['limits Max cpu time 9 9', 'limits Max open files 99 99'],
            'prlimit as an interpreter sets limits';
    }
}
is $repeated, undef, 'no two have the same random numbers, or names of files';

# That of the program in C has ended for lack of requests.
my @left = map { $httpd->fork_servers("/programs/$_") } @scripts[1 .. $#scripts];
ok @left >= @scripts - 1 || !@left, 'all have fork servers, or none has';
ok $httpd->stop, 'httpd stops';
becomes { !grep { is_alive($_) } @left } 'and no server is left';
done_testing;
