# SPDX-License-Identifier: Apache-2.0
# Persist::Wait: waits for events, never for time.

package Persist::Wait;
use v5.30;
use warnings;
use Exporter 'import';
use Time::HiRes qw(sleep time);

our @EXPORT_OK = qw(wait_for);

# Looks again and again until the condition holds; returns its value, or
# nothing when $seconds have passed without it.
sub wait_for(&$) {
    my ($condition, $seconds) = @_;
    my $deadline = time + $seconds;
    while (1) {
        my $value = $condition->();
        return $value if $value || time > $deadline;
        sleep 0.02;
    }
}

1;
