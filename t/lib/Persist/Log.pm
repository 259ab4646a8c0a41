# SPDX-License-Identifier: Apache-2.0
# Persist::Log: the error log of the server that Apache::Test has started.

package Persist::Log;
use v5.30;
use warnings;
use Apache::Test ();
use Exporter 'import';

our @EXPORT_OK = qw(lines_of_log log_text);

sub log_text {
    my $file = Apache::Test::vars('t_logs') . '/error_log';
    open my $log, '<', $file or die "$file: $!";
    local $/;
    return <$log>;
}

sub lines_of_log {
    my ($pattern) = @_;
    return grep { /$pattern/ } split /\n/, log_text();
}

1;
