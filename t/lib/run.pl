# SPDX-License-Identifier: Apache-2.0
# run.pl SUITE [TESTS...]: starts httpd through Apache::Test, runs the selected
# test files in random order, some at a time, and prints the results of all as one
# TAP stream.

use v5.30;
use warnings;
use File::Glob 'bsd_glob';
use List::Util qw(shuffle uniq);
use Persist::Framework;
use Persist::Httpd;
use TAP::Parser;
use TAP::Parser::Multiplexer;

my ($suite, @selected) = @ARGV;
my $stage = $ENV{PERSIST_T_STAGE};
my ($count, $failed) = (0, 0);
# Half as many may wait for a worker. The default of 3 on prefork lets one wait,
# who is refused as soon as another waits for a worker's start. One more than a
# multiple of ten: rounded up to whole children of threaded MPMs.
my $most_clients = 71;
my $framework = Persist::Framework->new(
    top => $stage, modules => "$stage/t/conf/$ENV{PERSIST_T_MPM}.conf",
    port => Persist::Httpd::free_port(), clients => $most_clients);
# Tests mostly wait, and event has most of them. Those that run as root change what
# is the whole machine's.
my $most_files = $suite eq 'as-root' ? 1 : $suite eq 'event' ? 3 : 2;
$| = 1;

# A folder that is a suite: its tests are in no other, and share no httpd.
sub is_alone { $_[0] =~ /^(?:as-root|recipes)$/ }

sub is_of_suite {
    my ($path) = @_;
    return -f $path && $path =~ m{^([^/]+)/[^/]+\.t$}
        && (is_alone($suite) ? $1 eq $suite : !is_alone($1));
}

# What depends on how httpd runs its connections and ends its processes, which worker
# and prefork do in ways of their own. All else is the same code on each MPM: the
# whole suite of worker and prefork, or a folder of it, leaves that to event, unless
# PERSIST_T_LONG is set.
my @OF_EACH_MPM = qw(
    app/one-asgi-
    client/(?!a-full-temporary-|large-bodies-)
    kill/(?:a-killed-child-|a-killed-parent-|a-killed-worker-|five-hundred-)
    lifecycle/(?:an-unloaded-|each-signal-|graceful-|restart-|stop-)
    queue/(?:a-busy-worker-|four-workers-|the-queue-|waiting-)
    request/two-requests-
    sdk/a-worker-has-
    wire/(?:an-answer-|half-an-)
);
# The children of prefork have one thread each: who waits holds a whole child. Those
# of worker are like those of event.
my @OF_PREFORK = qw(
    kill/(?:a-hanging-|a-killed-persistd-|a-silent-|connections-|static-|stop-)
    lifecycle/(?:descriptors-|failed-starts-)
    sdk/one-worker-
    status/owners-
);

sub is_for_mpm {
    my ($path) = @_;
    return 1 if $suite !~ /^(?:worker|prefork)$/ || $ENV{PERSIST_T_LONG};
    return grep { $path =~ /^$_/ } @OF_EACH_MPM,
        $suite eq 'prefork' ? @OF_PREFORK : ();
}

# A folder, or a pattern of folders.
sub tests_in {
    my ($folder) = @_;
    return grep { is_of_suite($_) && is_for_mpm($_) } bsd_glob("$folder/*.t");
}

# What a word on the command line selects: a folder, a file with or without its
# folder, or a shell pattern of either. A path from elsewhere may lead there.
sub select_tests {
    my ($word) = @_;
    my $name = $word =~ s{^(?:.*/)?t/(?=.)}{}r =~ s{/$}{}r;
    my @found = (tests_in($name),
        grep { is_of_suite($_) } map { bsd_glob($_) } $name, "*/$name");
    # A folder may have nothing for this MPM.
    return @found if @found || grep { is_of_suite($_) } bsd_glob("$name/*.t");
    say "Bail out! no test of the suite $suite is called $word; t/README.md",
        ' lists them';
    exit 99;
}

# One result, under a number and a name that are unique in the whole stream.
sub report {
    my ($file, $result) = @_;
    my $directive = $result->has_skip || $result->has_todo
        ? ' # ' . $result->directive . ' ' . $result->explanation : '';
    $count++;
    $failed++ if !$result->is_ok;
    my $name = $result->description =~ s/^- //r;
    say $result->is_actual_ok ? 'ok' : 'not ok', " $count - $file: ",
        $name =~ s/#/\\#/gr, $directive;
}

sub report_line {
    my ($file, $result) = @_;
    if ($result->is_test) {
        report($file, $result);
    } elsif ($result->is_bailout) {
        say '# ', $result->as_string;
    } elsif (!$result->is_plan && $result->as_string =~ /\S/) {
        say $result->as_string =~ s/^#? ?/# /mgr;
    }
}

# All of a file together, when it has ended.
sub report_file {
    my ($parser, $run) = @_;
    my $file = $run->{path} =~ s/\.t$//r;
    report_line($file, $_) for $run->{results}->@*;
    say "# $file: ", time - $run->{start}, ' s';
    return if !$parser->exit && !$parser->parse_errors;
    return if $parser->exit && $parser->failed;
    $count++;
    $failed++;
    say "not ok $count - $file: ends well";
    say '# exit status ', $parser->exit;
    say "# $_" for $parser->parse_errors;
}

# Such files look at the log and the workers of the httpd that run.pl starts.
sub shares_httpd {
    my ($path) = @_;
    return Persist::Httpd::slurp($path) =~ /^use (?:Apache::Test|Persist::Log)\b/m;
}

# Of those that share httpd, one at a time; beside it, files that have their own.
sub run_files {
    my @shared = grep { shares_httpd($_) } @_;
    my @own = grep { !shares_httpd($_) } @_;
    my $all = TAP::Parser::Multiplexer->new;
    my %running;
    my $begin = sub {
        my $shares = @shared && !grep { $_->{shares} } values %running;
        my $path = shift @{ $shares ? \@shared : \@own } // return;
        my $parser = TAP::Parser->new(
            { exec => [$^X, '-Ilib', $path], merge => 1 });
        $running{$path} =
            { path => $path, shares => $shares, start => time, results => [] };
        $all->add($parser, $running{$path});
    };
    $begin->() for 1 .. $most_files;
    while (my ($parser, $run, $result) = $all->next) {
        push $run->{results}->@*, $result and next if $result;
        delete $running{ $run->{path} };
        report_file($parser, $run);
        $begin->();
    }
}

# What ASan and UBSan have written where httpd's stderr was.
sub findings {
    my @lines;
    for my $path (glob 'logs/* h*/error_log h*/output') {
        open my $log, '<', $path or next;
        push @lines, grep { /runtime error:|Sanitizer:/ } <$log>;
    }
    return @lines;
}

my @files = @selected ? uniq map { select_tests($_) } @selected : tests_in('*');
my $seed = $ENV{PERSIST_T_SEED} || time ^ $$;
srand $seed;
say "# PERSIST_T_SEED=$seed, $suite";

if (!is_alone($suite) && !$framework->start) {
    system 'sed', 's/^/# /', $framework->output_file, 'logs/error_log';
    say 'Bail out! httpd did not start';
    exit 99;
}
$SIG{INT} = $SIG{TERM} = sub { $framework->stop; exit 130 };
run_files(shuffle @files);
if (!is_alone($suite)) {
    my $stopped = $framework->stop;
    $count++;
    $failed++ if !$stopped;
    say $stopped ? 'ok' : 'not ok', " $count - httpd stops";
}
if ($ENV{PERSIST_T_SANITIZED}) {
    my @findings = findings();
    $count++;
    $failed++ if @findings;
    say @findings ? 'not ok' : 'ok', " $count - the sanitizers find nothing";
    print map { "# $_" } @findings;
}
say "1..$count";
exit($failed ? 1 : 0);
