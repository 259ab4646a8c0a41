# SPDX-License-Identifier: Apache-2.0
# httpd's own tests in which a CGI script answers (t/httpd-tests/) have the same
# results under PersistMode cgi as under mod_cgid (mod_cgi on prefork). They run
# unchanged, by their framework and with their configuration: only cgi-script is
# persist-script in it, and ScriptAlias an Alias with that handler. Some of them
# half-close their connection and wait for the answer, so PersistClientAbort is off.
use v5.30;
use warnings;
use Config;
use File::Find 'find';
use File::Temp 'tempdir';
use Persist::App 'put';
use Persist::Cgi;
use Persist::Framework;
use Persist::Httpd;
use TAP::Parser;
use Test::More;

my $stage = $ENV{PERSIST_T_STAGE};
my $theirs = "$stage/t/httpd-tests";
my $lib = $ENV{HTTPD_MODULES};
my @TESTS = qw(
    apache/acceptpathinfo apache/byterange2 apache/headers apache/http_strict
    apache/pr37166 apache/server_name_port modules/actions modules/alias
    modules/cgi modules/unique_id
);
# Results that need a module in C of that suite, which is not there.
my %ABSENT = ('apache/http_strict' => [qw(177 178)]); # mod_fold
# Virtual hosts in extra.conf.in have ports of their own, after the first.
my $PORTS = 40;

my $modules = join '', map { "LoadModule ${_}_module $lib/mod_$_.so\n" }
    "mpm_$ENV{PERSIST_T_MPM}", qw(access_compat actions alias auth_basic
    authn_core authz_core authz_host dir env headers include mime
    setenvif unique_id), $Persist::Cgi::MODULE;

my $persist = <<'END_OF_PERSIST';
LoadModule persist_module ${PERSIST_T_MODULE}
PersistDaemon ${PERSIST_T_DAEMON}
PersistEnv LD_LIBRARY_PATH ${PERSIST_T_LIBPATH}
PersistRuntimeDir @ServerRoot@/r
PersistEnv PERSIST_T_ROOT @ServerRoot@
PersistStopTimeout 5
PersistMode cgi
PersistWorkers 0 8
PersistClientAbort off
END_OF_PERSIST

my $handler = "SetHandler persist-script\nOptions +ExecCGI\n";

# Their configuration with persist-script in the place of cgi-script.
sub replaced {
    my ($text) = @_;
    $text =~ s/\bcgi-script\b/persist-script/g;
    $text =~ s{^\s*ScriptAlias(Match)?[ ]+(\S+)[ ]+(\S+)$}
        {my $match = $1 // '';
         "Alias$match $2 $3\n<Location$match $2>\n$handler</Location$match>"}gme;
    $text =~ s/^\s*ScriptAlias[ ]+(\S+)$/Alias $1\n$handler/gm;
    return $persist . $text;
}

# Scripts NAME.pl of NAME.pl.PL, by a first line with the path of Perl.
sub make_scripts {
    my ($folder) = @_;
    find(sub {
        return if !/^(.+\.pl)\.PL$/;
        put("$File::Find::dir/$1" =>
            "#!$Config{perlpath}\n" . Persist::Httpd::slurp($_));
    }, $folder);
}

sub framework {
    my ($change) = @_;
    my $top = tempdir("$stage/t/hXXXXX");
    chmod 0755, $top or die "$top: $!";
    system('cp', '-R', $theirs, "$top/t") == 0 or die 'cp';
    make_scripts("$top/t/htdocs");
    put("$top/modules.conf" => $modules,
        "$top/t/conf/extra.conf.in" => $change->(
            Persist::Httpd::slurp("$theirs/conf/extra.conf.in")));
    return Persist::Framework->new(top => $top, modules => "$top/modules.conf",
        port => Persist::Httpd::free_port($PORTS), clients => 71);
}

# Begins a file of theirs; for results().
sub begin {
    my ($framework, $test) = @_;
    chdir "$framework->{top}/t" or die $!;
    return TAP::Parser->new({ exec => [$^X, "$test.t"], merge => 1 });
}

# Each of a file's results: "ok 3", "not ok 4", "ok 5 # skip".
sub results {
    my ($parser) = @_;
    my (@results, @told);
    while (my $result = $parser->next) {
        push @told, $result->raw;
        next if !$result->is_test;
        push @results, ($result->is_ok ? 'ok ' : 'not ok ') . $result->number
            . ($result->has_skip ? ' # skip' : '');
    }
    push @results, $parser->skip_all if $parser->skip_all;
    push @results, $parser->parse_errors;
    return { results => \@results, told => \@told };
}

sub start {
    my ($way, $change) = @_;
    my $framework = framework($change);
    if (!ok $framework->start, "$way: httpd starts") {
        BAIL_OUT Persist::Httpd::slurp($framework->output_file);
    }
    return $framework;
}

# What is left when all files have run: httpd's log.
sub stop {
    my ($way, $framework) = @_;
    ok $framework->stop, "$way: httpd stops";
    return Persist::Httpd::slurp("$framework->{top}/t/logs/error_log");
}

# Each file in both ways at a time: they mostly wait.
my $ours = start('persist-script', \&replaced);
my $control = start('cgi-script', sub { $_[0] });
my %all;
for my $test (@TESTS) {
    my @begun = map { begin($_, $test) } $ours, $control;
    $all{$test} = [map { results($_) } @begun];
}
my $log = stop('persist-script', $ours);
my $control_log = stop('cgi-script', $control);
for my $test (@TESTS) {
    my ($one, $other) = $all{$test}->@*;
    my @passed = map { scalar grep { /^ok \d+$/ } $_->{results}->@* } $one, $other;
    note "$test: persist-script passes $passed[0], cgi-script $passed[1], of ",
        scalar $one->{results}->@*;
    is_deeply $one->{results}, $other->{results}, "$test has the same results";
    is_deeply [grep { !/^ok / } $one->{results}->@*],
        [map { "not ok $_" } ($ABSENT{$test} // [])->@*], 'and passes'
        or diag join "\n", $one->{told}->@*;
}
# Of each way, the log has the programs that fail.
my $mod_cgi = qr/\[$Persist::Cgi::MODULE:error\]/;
like $log, qr/PERSIST4012: .*bogus-perl\.pl/, 'persist-script has run them';
unlike $log, $mod_cgi, 'alone';
like $control_log, $mod_cgi, 'and cgi-script the others';
done_testing;
