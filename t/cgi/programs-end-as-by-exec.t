# SPDX-License-Identifier: Apache-2.0
# What an interpreter does at its end, it does also in a process that a fork server
# has made: what a program has left open is written and removed, its handlers and
# finalizers run, in its children, too. Its answer and its files are those of mod_cgid
# (mod_cgi on prefork).
use v5.30;
use warnings;
use Persist::Cgi;
use Persist::Wait 'becomes';
use Test::More;

plan skip_all => 'no fork servers on this system'
    if !-e $ENV{PERSIST_T_DAEMON} =~ s{[^/]+$}{persist_fork_server.so}r;

my $both = Persist::Cgi->start(conf => <<'END');
SetEnv PATH /usr/bin:/bin
SetEnv MARK ROOT/mark
SetEnvIf Request_URI "\.scm" GUILE_AUTO_COMPILE=0
PersistWorkers 0 4
END
my $httpd = $both->{httpd};
my $mark = "$httpd->{root}/mark";
mkdir $mark or die $!;
for my $way (qw(persist cgi)) {
    mkdir "$mark/$way" or die $!;
    chmod 0777, "$mark/$way" or die $!;
}

sub content {
    my ($file) = @_;
    open my $in, '<:raw', $file or die "$file: $!";
    local $/;
    return <$in> // '';
}

# The files of a way, which are removed. No two databases are alike.
sub files {
    my ($way) = @_;
    my @files = glob "$mark/$way/*";
    my %files = map { (s{.*/}{}r, /\.db/ ? 'a database' : content($_)) } @files;
    unlink @files;
    return \%files;
}

# One request, and what it has left behind. An exception may name its file.
sub result {
    my ($way, $path) = @_;
    my $answer = $both->answer($way, 'GET', $path);
    $answer->{body} =~ s{/mark/\K$way}{way}g if defined $answer->{body};
    return { %$answer, files => files($way) };
}

# From the second process on that lies at the same place, programs are forked.
sub warm_up {
    my ($script) = @_;
    my %seen;
    becomes { $seen{ result('persist', "$script/process")->{body} }++ }
        "$script is forked";
}

sub test {
    my ($script, $times, @ways) = @_;
    for my $way (@ways) {
        my $right = result('cgi', "$script/$way");
        is $right->{status}, 200, "$script/$way: mod_$Persist::Cgi::MODULE runs it";
        my @results = map { result('persist', "$script/$way") } 1 .. $times;
        is_deeply \@results, [($right) x $times], 'and each end is the same';
    }
}

my %ways = (
    py => [qw(nothing wrapper replaces detaches descriptor told order cycle holds
        generator reference database libc exits raises thread child interrupted)],
    rb => [qw(nothing replaces descriptor finalizer included thread libc exits raises
        signal child)],
    pl => [qw(nothing replaces told cycle exits raises child)],
    scm => [qw(nothing replaces exits raises child)],
    lua => [qw(nothing told exits raises)],
    sh => [qw(nothing exits child)]);
delete $ways{lua} if !-x '/usr/bin/lua5.4';
delete $ways{rb} if !$ENV{PERSIST_T_RUBY};
delete $ways{scm} if !$ENV{PERSIST_T_GUILE};
for my $language (sort keys %ways) {
    my $script = "leaves.$language";
    warm_up($script);
    test($script, 5, $ways{$language}->@*);
    test($script, 20, 'file');
    test($script, 20, 'temporary') if $language =~ /^(?:pl|py|rb)$/;
    my @statuses = map { $both->answer('persist', 'GET', "$script/file")->{status} } 1 .. 20;
    is_deeply \@statuses, [(200) x 20], "$script/file answers twenty requests";
    is files('persist')->{log}, "line\n" x 20, 'and leaves twenty lines in one file';
}

ok $httpd->stop, 'httpd stops';
done_testing;
