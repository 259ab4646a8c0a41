# SPDX-License-Identifier: Apache-2.0
# Persist::Ctl: runs persistctl, by its name or by that of a script.

package Persist::Ctl;
use v5.30;
use warnings;
use Exporter 'import';

our @EXPORT_OK = qw(ctl ctl_begin ctl_begin_as ctl_end script_ctl);

# Starts the command; for ctl_end().
sub begin {
    my (@words) = @_;
    my $pid = open my $output, '-|';
    defined $pid or die $!;
    if (!$pid) {
        open STDERR, '>&', \*STDOUT or die $!;
        open STDIN, '<', '/dev/null' or die $!;
        exec @words or die "$words[0]: $!";
    }
    return $output;
}

# Its output, both channels of it, and its exit status.
sub ctl_end {
    my ($output) = @_;
    local $/;
    my $said = <$output> // '';
    close $output;
    return { said => $said, status => $? >> 8 };
}

sub words {
    my ($httpd, @words) = @_;
    return ($ENV{PERSIST_T_PERSISTCTL}, @words, '--runtime-dir',
        "$httpd->{root}/r");
}

sub ctl_begin { begin(words(@_)) }

# As this user, who has no groups; needs root.
sub ctl_begin_as {
    my ($uid, @words) = @_;
    return begin('setpriv', "--reuid=$uid", '--regid=nogroup', '--clear-groups',
        words(@words));
}

# persistctl with these arguments, on this server.
sub ctl { ctl_end(ctl_begin(@_)) }

# ./app.py with these arguments, as its author would run it.
sub script_ctl {
    my ($httpd, @words) = @_;
    local $ENV{PERSISTCTL} = $ENV{PERSIST_T_PERSISTCTL};
    local $ENV{PYTHONPATH} = $ENV{PERSIST_T_PYTHONPATH};
    return ctl_end(begin($ENV{PERSIST_T_PYTHON}, "$httpd->{root}/site/app.py",
        @words, '--runtime-dir', "$httpd->{root}/r"));
}

1;
