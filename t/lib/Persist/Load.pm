# SPDX-License-Identifier: Apache-2.0
# Persist::Load: many clients at once (t/load-client/load); each answer is checked.

package Persist::Load;
use v5.30;
use warnings;
use Exporter 'import';
use Test::More;

our @EXPORT_OK = qw(load_begin load_break load_end load_or_skip load_stop);

sub client { "$ENV{PERSIST_T_STAGE}/t/load-client/load" }

sub load_or_skip {
    plan skip_all => 'the load client needs libnghttp2' if !-x client();
}

# Starts the client with these arguments; for load_end(),
# load_stop() or load_break().
sub load_begin {
    my (@arguments) = @_;
    my $pid = open my $output, '-|', client(), @arguments or die $!;
    return { pid => $pid, output => $output };
}

# Ends it; what it has seen is lost.
sub load_break {
    my ($load) = @_;
    kill 'KILL', $load->{pid};
    close $load->{output};
}

# Waits for its end: { answered, failed, mixed, retried, pids => [...] }.
sub load_end {
    my ($load) = @_;
    my $output = $load->{output};
    my %result = map { /^(\w+)=(.*)$/ } <$output>;
    close $output;
    $result{pids} = [sort { $a <=> $b } split /,/, $result{pids} // ''];
    return \%result;
}

# The same, but it makes no more requests: for one whose seconds are far more than
# the test needs.
sub load_stop {
    my ($load) = @_;
    kill 'TERM', $load->{pid};
    return load_end($load);
}

1;
