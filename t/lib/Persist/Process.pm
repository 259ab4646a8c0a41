# SPDX-License-Identifier: Apache-2.0
# Persist::Process: what /proc says about processes.

package Persist::Process;
use v5.30;
use warnings;
use Exporter 'import';

our @EXPORT_OK = qw(command_line descriptors is_alive mapped_files
    owner_of parent_of stat_of with_environment with_word with_word_like);

sub slurp {
    my ($path) = @_;
    open my $file, '<', $path or return '';
    local $/;
    return <$file> // '';
}

sub pids { map { m{/(\d+)$} } glob '/proc/[0-9]*' }

# The fields of /proc/PID/stat after the name: state, parent, group, ...
sub stat_of { split ' ', slurp("/proc/$_[0]/stat") =~ s/^.*\) //sr }

# Zombies are dead.
sub is_alive {
    my ($state) = stat_of($_[0]);
    return defined $state && $state ne 'Z';
}

sub parent_of { (stat_of($_[0]))[1] }

# Who may not look must not take it for nothing: only root sees into persistd,
# unless that was started with PERSIST_DUMPABLE. (Of a process that ends nothing
# is to be seen either; it has no memory any more.)
sub forbidden {
    my ($pid, $why) = @_;
    die "process $pid: $why\n" if slurp("/proc/$pid/statm") =~ /^[1-9]/;
    return;
}

# Its words; none when it has gone.
sub command_line {
    open my $file, '<', "/proc/$_[0]/cmdline" or return forbidden($_[0], $!);
    local $/;
    return split /\0/, <$file> // '';
}

# Open descriptors of a process; undef when it has gone.
sub descriptors {
    opendir my $dir, "/proc/$_[0]/fd" or return scalar forbidden($_[0], $!);
    return scalar grep { !/^\./ } readdir $dir;
}

# Those that still have their names: behind others stands (deleted).
sub mapped_files {
    open my $maps, '<', "/proc/$_[0]/maps" or return forbidden($_[0], $!);
    my %paths = map { m{ (/\S+)$} ? ($1, 1) : () } <$maps>;
    return keys %paths;
}

# The effective user and group.
sub owner_of {
    my $status = slurp("/proc/$_[0]/status");
    return map { ($status =~ /^$_:\s+\d+\s+(\d+)/m)[0] } qw(Uid Gid);
}

# Live processes with a word on their command line that the pattern matches.
sub with_word_like {
    my ($pattern) = @_;
    return grep { my $pid = $_;
        (grep { /$pattern/ } command_line($pid)) && is_alive($pid) } pids();
}

sub with_word { with_word_like(qr/\A\Q$_[0]\E\z/) }

# Live processes that were started with NAME=value in their environment.
sub with_environment {
    my ($setting) = @_;
    return grep { my $pid = $_;
        (grep { $_ eq $setting } split /\0/, slurp("/proc/$pid/environ")) &&
            is_alive($pid) } pids();
}

1;
